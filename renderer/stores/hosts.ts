import { useMemo } from 'react';
import { useStore } from 'zustand';
import { HostRef } from '../../shared/event.ts';
import { listHosts, resolveHost, type ModelClass } from '../../shared/hosts/index.ts';
import { exposedHosts } from '../../shared/model/pipeline-view.ts';
import { useApp, useModels, useOpenSummary } from './hooks.ts';
import { useShapes } from './runs.ts';

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

/** The host that a probe of a real client ran: as its requests showed it, until then as it was told to be or ships. */
function useRunHost(): HostRef | undefined {
  const { clients } = useApp();
  const summary = useOpenSummary();
  const run = summary?.run?.origin === undefined ? undefined : summary.run;
  const shapes = useShapes(run && !summary?.live ? summary?.capture : undefined);
  const offer =
    run && summary?.live
      ? clients()
          .getState()
          .value?.find(({ id }) => id === run.client)
      : undefined;
  const shipped = run?.version === undefined ? undefined : offer?.asShipped[run.version];
  const assumed = useMemo(
    () => hostOf(run?.client, run?.version, run?.modelClass ?? shipped),
    [run?.client, run?.version, run?.modelClass, shipped],
  );
  if (!run) return undefined;
  return shapes?.ok === true ? (shapes.value.prediction.profile ?? assumed) : assumed;
}

function hostOf(
  client: string | undefined,
  version: string | undefined,
  modelClass: ModelClass | undefined,
): HostRef | undefined {
  const profile = client === undefined ? undefined : resolveHost(client, version)?.profile;
  if (!profile) return undefined;
  return HostRef.parse({
    host: profile.id,
    version: profile.version,
    modelClass: modelClass ?? profile.defaultModelClass,
  });
}

const firstHost = (): HostRef | undefined => hostOf(listHosts()[0]?.id, undefined, undefined);

/** The host that the window looks through: the chosen one, else the capture's own, else the newest version of the first known one. */
export function useHost(): { readonly host: HostRef | null; readonly chosen: boolean } {
  const chosen = useStore(useApp().host, ({ host }) => host);
  const { status, pipeline } = useModels(
    (models) => `${models.status.host?.version}/${models.pipeline.version}`,
  );
  const ofRun = useRunHost();
  if (chosen) return { host: chosen, chosen: true };
  const host = status.host ?? ofRun ?? exposedHosts(pipeline).at(-1) ?? firstHost() ?? null;
  return { host, chosen: false };
}
