import { useMemo } from 'react';
import { useModels } from '../../stores/hooks.ts';
import { useHost } from '../../stores/hosts.ts';
import { predict, type Prediction } from './predict.ts';

/** What the chosen host's profile makes of the tools of the open capture. */
export function usePrediction(): Prediction | undefined {
  const { host } = useHost();
  const { definitions } = useModels((models) => models.definitions.version);
  const { version } = definitions;
  // oxlint-disable-next-line react/exhaustive-deps -- the version says that the mutable definitions have changed
  return useMemo(() => (host ? predict(definitions, host) : undefined), [definitions, version, host]);
}
