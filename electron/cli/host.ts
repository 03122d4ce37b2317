import { fail, ok, type Result } from '../../shared/fault.ts';
import { listHosts, resolveHost, type ModelClass, type ResolvedHost } from '../../shared/hosts/index.ts';

/** Parses `HOST[@VERSION]` of `--as`. */
export function parseHost(text: string): Result<ResolvedHost> {
  const at = text.indexOf('@');
  const id = at === -1 ? text : text.slice(0, at);
  const version = at === -1 ? undefined : text.slice(at + 1);
  const found = resolveHost(id, version);
  if (found !== undefined) return ok(found);
  const known = listHosts().map((host) => `${host.id} (${host.versions.join(', ')})`);
  return fail('host-unknown', `--as: there is no host profile "${text}".`, {
    next: `There are: ${known.join(', ')}.`,
  });
}

/** Checks `--model` against the classes of the profile. */
export function parseModelClass(
  host: ResolvedHost,
  text: string | undefined,
): Result<ModelClass | undefined> {
  if (text === undefined) return ok(undefined);
  const { profile } = host;
  const found = profile.modelClasses.find((one) => one.id === text);
  if (found !== undefined) return ok(found.id);
  return fail('model-class-unknown', `--model: ${profile.title} has no model class "${text}".`, {
    next: `There are: ${profile.modelClasses.map((one) => one.id).join(', ')}.`,
  });
}
