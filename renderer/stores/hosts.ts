import { useStore } from 'zustand';
import { HostRef } from '../../shared/event.ts';
import { listHosts, resolveHost } from '../../shared/hosts/index.ts';
import { exposedHosts } from '../../shared/model/pipeline-view.ts';
import { useApp, useModels } from './hooks.ts';

export interface HostChoice {
  readonly host: HostRef;
  readonly label: string;
}

/** `Codex 0.154.0 · exec`. */
export function hostLabel({ host, version, modelClass }: HostRef): string {
  const title = listHosts().find(({ id }) => id === host)?.title ?? host;
  return `${title} ${version} · ${modelClass}`;
}

/** Every host that a profile knows, in every version and model class. */
export function hostChoices(): readonly HostChoice[] {
  return listHosts().flatMap(({ id, versions }) =>
    versions.flatMap((version) =>
      (resolveHost(id, version)?.profile.modelClasses ?? []).flatMap(({ id: modelClass }) => {
        const host = HostRef.safeParse({ host: id, version, modelClass });
        return host.success ? [{ host: host.data, label: hostLabel(host.data) }] : [];
      }),
    ),
  );
}

/** The host that the window looks through: the chosen one, else the capture's own, else the first known one. */
export function useHost(): { readonly host: HostRef | null; readonly chosen: boolean } {
  const chosen = useStore(useApp().host, ({ host }) => host);
  const { status, pipeline } = useModels(
    (models) => `${models.status.host?.version}/${models.pipeline.version}`,
  );
  if (chosen) return { host: chosen, chosen: true };
  const host = status.host ?? exposedHosts(pipeline).at(-1) ?? hostChoices()[0]?.host ?? null;
  return { host, chosen: false };
}
