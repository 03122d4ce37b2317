import { useDeferredValue, useMemo } from 'react';
import type { HostRef } from '../../../shared/event.ts';
import { useSecondHost } from '../../stores/comparison.ts';
import type { DefinitionsState } from '../../stores/definitions.ts';
import { useModels } from '../../stores/hooks.ts';
import { useHost } from '../../stores/hosts.ts';
import { predict, type Prediction } from './predict.ts';

/** Predictions of one version of the definitions by host, so that a view that opens again need not make them anew. */
interface Made {
  readonly version: number;
  readonly byHost: Map<string, Prediction | undefined>;
}

const made = new WeakMap<DefinitionsState, Made>();
/** A prediction holds a row a tool; of the hosts that were looked at before, the last ones stay. */
const KEPT = 3;

/** What the chosen host's profile makes of the tools of the open capture. Made after the first picture: it takes its time. */
export const usePrediction = (): Prediction | undefined => usePredictionOf(useHost().host);

/** The same for the host that stands beside it; undefined when there is none. */
export const useSecondPrediction = (): Prediction | undefined => usePredictionOf(useSecondHost());

function usePredictionOf(host: HostRef | null): Prediction | undefined {
  const { definitions } = useModels((models) => models.definitions.version);
  const { version } = definitions;
  const wanted = useMemo(
    () => (host ? { definitions, version, host, key: keyOf(host) } : undefined),
    [definitions, version, host],
  );
  const later = useDeferredValue(wanted, undefined);
  const known = wanted && made.get(wanted.definitions);
  const isMade = known !== undefined && known.version === wanted?.version && known.byHost.has(wanted.key);
  const now = wanted === undefined || isMade ? wanted : later;
  return useMemo(() => now && predictOnce(now.definitions, now.host, now.key), [now]);
}

const keyOf = ({ host, version, modelClass }: HostRef): string => `${host} ${version} ${modelClass}`;

function predictOnce(definitions: DefinitionsState, host: HostRef, key: string): Prediction | undefined {
  const { version } = definitions;
  const before = made.get(definitions);
  const current =
    before?.version === version ? before : { version, byHost: new Map<string, Prediction | undefined>() };
  made.set(definitions, current);
  const known = current.byHost.get(key);
  if (known !== undefined) return known;
  const prediction = predict(definitions, host);
  const oldest = current.byHost.size < KEPT ? undefined : current.byHost.keys().next().value;
  if (oldest !== undefined) current.byHost.delete(oldest);
  current.byHost.set(key, prediction);
  return prediction;
}
