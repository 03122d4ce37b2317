import { fail, ok, type Result } from '../../shared/fault.ts';
import { listHosts, parseHost, type ModelClass, type ResolvedHost } from '../../shared/hosts/index.ts';
import { note, type Io } from './io.ts';

/** The profile that `--as HOST[@VERSION]` names. Says so where the nearest version stands in. */
export function hostOf(io: Io, text: string): Result<ResolvedHost> {
  const found = parseHost(text);
  if (found !== undefined) {
    if (found.note !== undefined) note(io, found.note);
    return ok(found);
  }
  const known = listHosts().map((host) => `${host.id} (${host.versions.join(', ')})`);
  return fail('host-unknown', `--as: there is no host profile "${text}".`, {
    next: `There are: ${known.join(', ')}.`,
  });
}

/** Checks `--model` against the classes of the profile. */
export function modelClassOf(host: ResolvedHost, text: string | undefined): Result<ModelClass | undefined> {
  if (text === undefined) return ok(undefined);
  const { profile } = host;
  const found = profile.modelClasses.find((one) => one.id === text);
  if (found !== undefined) return ok(found.id);
  return fail('model-class-unknown', `--model: ${profile.title} has no model class "${text}".`, {
    next: `There are: ${profile.modelClasses.map((one) => one.id).join(', ')}.`,
  });
}
