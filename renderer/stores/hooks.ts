import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { CaptureSummary } from '../../shared/contract.ts';
import type { AppModel } from './app.ts';
import type { ClientWork } from './clientWork.ts';
import type { CaptureVersion, OpenCapture } from './capture.ts';
import { initModels, type Models } from './models.ts';
import type { Place } from './place.ts';
import type { Ui } from './ui.ts';

export const AppContext = createContext<AppModel | undefined>(undefined);

/** The model of the window; only below the frame. */
export function useApp(): AppModel {
  const app = useContext(AppContext);
  if (!app) throw new Error('useApp stands outside of the window.');
  return app;
}

export const usePlace = <Part>(select: (place: Place) => Part): Part =>
  useStore(useApp().navigation.store, select);
/** The part of its view that the place names, for the view that is shown: its place may already be another one. */
export const ShownPart = createContext<string | undefined>(undefined);
export const useShownPart = (): string | undefined => useContext(ShownPart);
export const useUi = <Part>(select: (ui: Ui) => Part): Part => useStore(useApp().ui, select);

export const useServers = () => useStore(useApp().servers, ({ value }) => value);
export const useCaptures = () => useStore(useApp().captures, ({ value }) => value);
export const useClients = () => useStore(useApp().clients(), ({ value }) => value);
export const useClientsFault = () => useStore(useApp().clients(), ({ fault }) => fault);
export const useClientWork = <Part>(select: (work: ClientWork) => Part): Part =>
  useStore(useApp().clientWork.store, select);
export const useApprovals = () => useStore(useApp().approvals, ({ value }) => value);
export const useInteractions = () => useStore(useApp().interactions, ({ value }) => value);
export const useSettings = () => useStore(useApp().settings);
export const useOpenCapture = (): OpenCapture | undefined =>
  useStore(useApp().open, ({ capture }) => capture);

const nothing = initModels();
const unchanging = createStore<CaptureVersion>(() => ({ version: 0, fault: undefined }));

/** The models of the open capture; draws again only when the chosen version changes. */
export function useModels(versionOf: (models: Models) => number | string): Models {
  const capture = useOpenCapture();
  const models = capture?.models ?? nothing;
  useStore(capture?.store ?? unchanging, () => versionOf(models));
  return models;
}

/** The summary row of the open capture. */
export function useOpenSummary(): CaptureSummary | undefined {
  const id = useOpenCapture()?.id;
  return useCaptures()?.find(({ capture }) => capture === id);
}
