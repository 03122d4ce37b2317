/**
 * Host profiles: how each client turns the full tool set into what a model sees, what it asks about, and what becomes
 * of a result. Everything here is a pure function of its inputs.
 */
import { claudeProfile } from './claude/profile.ts';
import { CLAUDE_VERSIONS } from './claude/versions.ts';
import { CLINE_VERSIONS, clineHost } from './cline/profile.ts';
import { codexProfile } from './codex/profile.ts';
import { CODEX_VERSIONS, codexBetween } from './codex/versions.ts';
import { CONTINUE_VERSIONS, continueHost } from './continue/profile.ts';
import { COPILOT_VERSIONS, copilotHost } from './copilot/profile.ts';
import { CURSOR_VERSIONS, cursorHost } from './cursor/profile.ts';
import { GEMINI_VERSIONS, geminiHost } from './gemini/profile.ts';
import { GOOSE_VERSIONS, gooseHost } from './goose/profile.ts';
import { listedProfile } from './listed/profile.ts';
import { OPENCODE_VERSIONS, opencodeHost } from './opencode/profile.ts';
import { QWEN_VERSIONS, qwenHost } from './qwen/profile.ts';
import type { Confidence, HostId, HostProfile, PlayedHostId, PlayedProfile } from './types.ts';
import { compareVersions } from './version-order.ts';
import { VSCODE_VERSIONS, vscodeHost } from './vscode/profile.ts';

export type * from './types.ts';
export { CODEX_MESSAGES } from './codex/config.ts';
export { FACTS, factOf, gradeOf, type Fact } from './facts.ts';
export { routeKey } from './route.ts';
export { describeAssumption, describeReason } from './words.ts';

/** Oldest version first within a host. */
const PLAYED: readonly PlayedProfile[] = [
  ...CODEX_VERSIONS.map(codexProfile),
  ...CLAUDE_VERSIONS.map(claudeProfile),
];
const PROFILES: readonly HostProfile[] = [
  ...PLAYED,
  ...[
    ...GEMINI_VERSIONS.map(geminiHost),
    ...QWEN_VERSIONS.map(qwenHost),
    ...OPENCODE_VERSIONS.map(opencodeHost),
    ...COPILOT_VERSIONS.map(copilotHost),
    ...CLINE_VERSIONS.map(clineHost),
    ...CONTINUE_VERSIONS.map(continueHost),
    ...VSCODE_VERSIONS.map(vscodeHost),
    ...GOOSE_VERSIONS.map(gooseHost),
    ...CURSOR_VERSIONS.map(cursorHost),
  ].map(listedProfile),
];

export interface HostSummary {
  id: HostId;
  title: string;
  /** Of the newest version. */
  confidence: Confidence;
  /** Newest last. */
  versions: readonly string[];
}

/** Hosts and the versions that profiles exist for. */
export function listHosts(): readonly HostSummary[] {
  return [...Map.groupBy(PROFILES, (profile) => profile.id)].map(([id, own]) => ({
    id,
    title: own[0]?.title ?? id,
    confidence: own.at(-1)?.confidence ?? 'low',
    versions: own.map((profile) => profile.version),
  }));
}

export interface ResolvedHost<Profile extends HostProfile = HostProfile> {
  profile: Profile;
  /** True when the version asked for has no profile of its own and this is the nearest one. */
  nearest?: true;
  /** The sentence to show with a nearest profile. */
  note?: string;
}

/** The profile for a host and version; without a version the newest. Undefined when the host is not known. */
export function resolveHost(id: string, version?: string): ResolvedHost | undefined {
  return nearestOf(
    PROFILES.filter((profile) => profile.id === id),
    version,
  );
}

/** Can the built-in host play it? */
export function isPlayed(profile: HostProfile): profile is PlayedProfile {
  return PLAYED.some(({ id }) => id === profile.id);
}

/** The same for the hosts that the built-in host can play. */
export function resolvePlayed(id: PlayedHostId, version?: string): ResolvedHost<PlayedProfile> | undefined {
  return nearestOf(
    PLAYED.filter((profile) => profile.id === id),
    version,
  );
}

function nearestOf<Profile extends HostProfile>(
  own: readonly Profile[],
  version: string | undefined,
): ResolvedHost<Profile> | undefined {
  const newest = own.at(-1);
  if (newest === undefined) return undefined;
  if (version === undefined) return { profile: newest };
  const exact = own.find((profile) => profile.version === version);
  if (exact !== undefined) return { profile: exact };
  const older = own.filter((profile) => compareVersions(profile.version, version) <= 0).at(-1);
  const profile = older ?? own[0] ?? newest;
  const note = `There is no profile of ${profile.title} ${version}; this is the nearest one, ${profile.version}`;
  const between = changedSince(profile, version);
  return between === undefined
    ? { profile, nearest: true, note: `${note}.` }
    : {
        profile: between.profile,
        nearest: true,
        note: `${note}, with what is known to be new: ${between.what}.`,
      };
}

/** The profile with all changes that are known between it and the version; undefined when there are none. */
function changedSince<Profile extends HostProfile>(
  profile: Profile,
  version: string,
): { profile: Profile; what: string } | undefined {
  const base = CODEX_VERSIONS.find((one) => profile.id === 'codex' && one.version === profile.version);
  if (base === undefined) return undefined;
  const { version: made, changes } = codexBetween(base, version);
  if (changes.length === 0) return undefined;
  const what = changes.map((one) => `${one.what} (${one.rules.join(', ')})`).join('; ');
  return { profile: { ...profile, ...codexProfile(made) }, what };
}

/** `codex`, `codex@0.154.0` as on the command line. */
export function parseHost(text: string): ResolvedHost | undefined {
  const at = text.indexOf('@');
  return at === -1 ? resolveHost(text) : resolveHost(text.slice(0, at), text.slice(at + 1));
}
