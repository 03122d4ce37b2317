import {
  listHosts,
  resolveHost,
  type HostSettings,
  type ModelClass,
  type ResolvedHost,
} from '../hosts/index.ts';
import type { LintHost } from './types.ts';

/** A host to judge by, in the class of model that it is most used with unless another is named. */
export function lintHost(
  { profile }: ResolvedHost,
  modelClass?: ModelClass,
  settings: HostSettings = {},
): LintHost {
  return { profile, settings: { ...settings, modelClass: modelClass ?? profile.defaultModelClass } };
}

/** The newest known version of every host. */
export function everyHost(): LintHost[] {
  return listHosts().flatMap(({ id }) => {
    const resolved = resolveHost(id);
    return resolved === undefined ? [] : [lintHost(resolved)];
  });
}
