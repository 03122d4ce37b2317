import { fail, ok, type Result } from '../../shared/fault.ts';
import {
  isPlayed,
  listHosts,
  parseHost,
  resolveHost,
  type ModelClass,
  type PlayedProfile,
  type ResolvedHost,
} from '../../shared/hosts/index.ts';
import { note, type Io } from './io.ts';

/** The profile that `--as HOST[@VERSION]` names. Says so where the nearest version stands in. `option` is for the fault. */
export function hostOf(io: Io, text: string, option = '--as'): Result<ResolvedHost> {
  const found = parseHost(text);
  if (found !== undefined) {
    if (found.note !== undefined) note(io, found.note);
    return ok(found);
  }
  const known = listHosts().map((host) => `${host.id} (${host.versions.join(', ')})`);
  return fail('host-unknown', `${option}: there is no host profile "${text}".`, {
    next: `There are: ${known.join(', ')}.`,
  });
}

/** The same, for a host that the built-in client has to play. */
export function playedHostOf(io: Io, text: string): Result<ResolvedHost<PlayedProfile>> {
  const host = hostOf(io, text);
  if (!host.ok) return host;
  const { profile } = host.value;
  if (isPlayed(profile)) return ok({ ...host.value, profile });
  const played = listHosts().flatMap(({ id }) => {
    const one = resolveHost(id)?.profile;
    return one !== undefined && isPlayed(one) ? [id] : [];
  });
  return fail('host-not-played', `--as: the built-in client cannot play ${profile.title}.`, {
    next: `It plays: ${played.join(', ')}.`,
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
