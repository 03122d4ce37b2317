import type { ApprovalInput, HostId, HostTool, ToolAnnotations } from '../../../shared/hosts/index.ts';
import { MODES } from './modes.ts';

export type Hint = 'as listed' | 'absent' | 'true' | 'false';
export const HINTS = ['readOnlyHint', 'destructiveHint', 'openWorldHint'] as const;
export type HintName = (typeof HINTS)[number];

/** What can be set in the simulator. An empty text leaves an input out, so that the host's default is assumed. */
export interface Scene {
  readonly hints: Readonly<Record<HintName, Hint>>;
  /** A word of the host's own; '' leaves it out. */
  readonly mode: string;
  readonly policy: '' | NonNullable<ApprovalInput['policy']>;
  readonly sandbox: '' | NonNullable<ApprovalInput['sandbox']>;
  /** Patterns, with commas. */
  readonly deny: string;
  readonly ask: string;
  readonly allow: string;
  readonly session: '' | 'yes' | 'no';
  readonly trust: '' | 'yes' | 'no';
  readonly person: '' | 'yes' | 'no';
}

export const EMPTY: Scene = {
  hints: { readOnlyHint: 'as listed', destructiveHint: 'as listed', openWorldHint: 'as listed' },
  mode: '',
  policy: '',
  sandbox: '',
  deny: '',
  ask: '',
  allow: '',
  session: '',
  trust: '',
  person: '',
};

/** The question that the scene puts to a host. */
export function approvalInput(host: HostId, scene: Scene, tool: HostTool): ApprovalInput {
  const rules = { deny: patterns(scene.deny), ask: patterns(scene.ask), allow: patterns(scene.allow) };
  const given = Object.values(rules).some((list) => list.length > 0);
  return {
    route: { server: tool.server, tool: tool.tool },
    annotations: annotations(scene, tool),
    meta: tool.meta,
    arguments: {},
    mode: MODES[host].find((mode) => mode === scene.mode),
    policy: scene.policy === '' ? undefined : scene.policy,
    sandbox: scene.sandbox === '' ? undefined : scene.sandbox,
    rules: given ? rules : undefined,
    session: answer(scene.session),
    trust: answer(scene.trust),
    interactive: answer(scene.person),
  };
}

const answer = (word: '' | 'yes' | 'no'): boolean | undefined => (word === '' ? undefined : word === 'yes');

const patterns = (text: string): string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

function annotations({ hints }: Scene, tool: HostTool): ToolAnnotations | undefined {
  const result: Record<string, boolean> = {};
  for (const name of HINTS) {
    const hint = hints[name];
    const value =
      hint === 'as listed' ? tool.annotations?.[name] : hint === 'absent' ? undefined : hint === 'true';
    if (value !== undefined) result[name] = value;
  }
  return Object.keys(result).length === 0 ? undefined : result;
}
