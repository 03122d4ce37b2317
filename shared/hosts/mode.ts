import type { HostMode } from './types.ts';

/** The mode, if it is one of this host's own words. */
export function modeOf<Mode extends HostMode>(
  mode: HostMode | undefined,
  words: readonly Mode[],
): Mode | undefined {
  return words.find((word) => word === mode);
}
