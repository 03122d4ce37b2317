import { useDeferredValue, useMemo } from 'react';
import type { HostRef } from '../../../shared/event.ts';
import type { DefinitionsState } from '../../stores/definitions.ts';
import { useModels } from '../../stores/hooks.ts';
import { useHost } from '../../stores/hosts.ts';
import { predict, type Prediction } from './predict.ts';

/** The latest prediction for each set of definitions, so that a view that opens again need not make it anew. */
const made = new WeakMap<
  DefinitionsState,
  { readonly key: string; readonly prediction: Prediction | undefined }
>();

/** What the chosen host's profile makes of the tools of the open capture. Made after the first picture: it takes its time. */
export function usePrediction(): Prediction | undefined {
  const { host } = useHost();
  const { definitions } = useModels((models) => models.definitions.version);
  const { version } = definitions;
  const wanted = useMemo(
    () =>
      host
        ? { definitions, host, key: `${version} ${host.host} ${host.version} ${host.modelClass}` }
        : undefined,
    [definitions, version, host],
  );
  const later = useDeferredValue(wanted, undefined);
  const now = wanted !== undefined && made.get(definitions)?.key === wanted.key ? wanted : later;
  return useMemo(() => now && predictOnce(now.definitions, now.host, now.key), [now]);
}

function predictOnce(definitions: DefinitionsState, host: HostRef, key: string): Prediction | undefined {
  const before = made.get(definitions);
  if (before?.key === key) return before.prediction;
  const prediction = predict(definitions, host);
  made.set(definitions, { key, prediction });
  return prediction;
}
