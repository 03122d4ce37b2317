import type { ApprovalInput, ApprovalResult, HostTool } from '../../hosts/index.ts';
import type { LintHost, ToolContext } from '../types.ts';
import { rule } from './rule.ts';

/** The hints that would spare every question that hints can spare. */
const HARMLESS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

const ATTENDED: ApprovalInput = {
  policy: 'on-request',
  sandbox: 'read-only',
  interactive: true,
  arguments: {},
};
const UNATTENDED: ApprovalInput = {
  policy: 'never',
  sandbox: 'read-only',
  interactive: false,
  arguments: {},
};

export const annotationsMissing = rule({
  code: 'annotations-missing',
  severity: 'warning',
  means: 'The tool says neither whether it only reads nor whether it can destroy, so hosts take the worst.',
  remedy: 'Give readOnlyHint, destructiveHint and openWorldHint, true or false as it is.',
  by: 'tool',
  find: ({ host, tool, row }: ToolContext) => {
    if (row.reach === 'none' || hasHints(tool)) return undefined;
    return costOf(host, tool);
  },
});

const hasHints = ({ annotations }: HostTool): boolean =>
  annotations?.readOnlyHint !== undefined || annotations?.destructiveHint !== undefined;

interface Cost {
  says: string;
  rules: ApprovalResult['path'];
}

/** Nothing of a tool but its hints decides here, so one answer a host and set of other hints is enough. */
const known = new WeakMap<LintHost, Map<number, Cost | undefined>>();

const digit = (hint: boolean | undefined): number => (hint === undefined ? 0 : hint ? 1 : 2);

function costOf(host: LintHost, { server, tool, annotations = {} }: HostTool): Cost | undefined {
  const byHints = known.get(host) ?? new Map<number, Cost | undefined>();
  known.set(host, byHints);
  const key = 3 * digit(annotations.openWorldHint) + digit(annotations.idempotentHint);
  if (!byHints.has(key)) {
    const given = Object.keys(annotations).length === 0 ? undefined : annotations;
    byHints.set(key, compare(host, { route: { server, tool }, annotations: given }));
  }
  return byHints.get(key);
}

function compare({ profile }: LintHost, call: ApprovalInput): Cost | undefined {
  const harmless = { ...call, annotations: HARMLESS };
  const decide = (input: ApprovalInput, scene: ApprovalInput) => profile.approve({ ...input, ...scene });
  const [asked, refused] = [decide(call, ATTENDED), decide(call, UNATTENDED)];
  const asks = asked.decision === 'ask' && decide(harmless, ATTENDED).decision === 'run';
  const refuses = refused.decision !== 'run' && decide(harmless, UNATTENDED).decision === 'run';
  if (!asks && !refuses) return undefined;
  const parts = [
    ...(asks ? ['asks before every call'] : []),
    ...(refuses ? ['refuses the call where nobody can be asked'] : []),
  ];
  const scene = refuses ? UNATTENDED : ATTENDED;
  const [now, spared] = [decide(call, scene), decide(harmless, scene)];
  return {
    says: `It ${parts.join(' and ')}; a tool with harmless hints runs.`,
    // The step at which hints would have ended it, the step that ends it now, and what that rests on.
    rules: [...new Set([...spared.path.slice(-1), ...now.path.slice(-1), ...now.rules])],
  };
}
