import * as z from 'zod';
import { fail, ok, type Result } from './fault.ts';
import { isObject, parseJson } from './json.ts';

// A scenario says what the fake model answers, turn by turn and thread by thread, and how everything that a host asks on
// the way is answered. It names tools by their raw route; the provider puts each call into the form that the host shows.

/** The version of the scenario language. A reader refuses a newer one. */
export const SCENARIO_VERSION = 1;

const Name = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, 'a name of lower-case letters, digits and hyphens');
const Delay = z.int().min(0).max(120_000);
const ToolText = z.string().min(1).max(1024);

/** One call, by raw route. Without a server it is the probed one. */
export const ScenarioCall = z.strictObject({
  tool: ToolText,
  server: z.string().min(1).max(200).optional(),
  args: z.record(z.string(), z.json()).optional(),
});
export type ScenarioCall = z.infer<typeof ScenarioCall>;

/** Codex: what decides an approval besides the servers' own modes. */
const CodexApproval = z.strictObject({
  policy: z.enum(['untrusted', 'on-failure', 'on-request', 'granular', 'never']).optional(),
  sandbox: z.enum(['disabled', 'external', 'read-only', 'workspace-write', 'full-disk-write']).optional(),
  reviewer: z.enum(['user', 'auto_review']).optional(),
  elicitation: z.boolean().optional(),
  strictReview: z.boolean().optional(),
});

/** Claude: permission mode and rules. */
const ClaudeApproval = z.strictObject({
  mode: z.enum(['default', 'acceptEdits', 'plan', 'auto', 'dontAsk', 'bypassPermissions']).optional(),
  rules: z
    .strictObject({
      deny: z.array(z.string()).optional(),
      ask: z.array(z.string()).optional(),
      allow: z.array(z.string()).optional(),
    })
    .optional(),
});

const ByHost = z.strictObject({ codex: CodexApproval.optional(), claude: ClaudeApproval.optional() });
export type ApprovalByHost = z.infer<typeof ByHost>;

export const Action = z.discriminatedUnion('do', [
  /** Think for so many milliseconds. */
  z.strictObject({ do: z.literal('wait'), ms: Delay }),
  z.strictObject({ do: z.literal('text'), text: z.string().max(100_000) }),
  /** `blind`: by name, without having seen the tool. */
  z.strictObject({ do: z.literal('call'), ...ScenarioCall.shape, blind: z.boolean().optional() }),
  /** Several calls in one reply; in code mode one program that starts them together. */
  z.strictObject({ do: z.literal('parallel'), calls: z.array(ScenarioCall).min(2).max(32) }),
  /** Looks for deferred tools; nothing on a host that defers none. */
  z.strictObject({
    do: z.literal('search'),
    query: z.string().min(1).max(1000),
    limit: z.int().min(1).max(50).optional(),
  }),
  z.strictObject({ do: z.literal('spawn'), child: Name }),
  /** Think until the child asks for its first reply, so that what follows overlaps with what the child does. */
  z.strictObject({ do: z.literal('meet'), child: Name, timeoutMs: Delay.optional() }),
  /** Nothing on a host whose agent call waits by itself. */
  z.strictObject({ do: z.literal('waitFor'), child: Name, timeoutMs: Delay.optional() }),
  /** From here on, so many milliseconds between the events of this reply's stream. */
  z.strictObject({ do: z.literal('stream'), chunkMs: z.int().min(0).max(10_000) }),
  /** Ends this attempt with an error; the retry goes on behind it. */
  z.strictObject({ do: z.literal('fail'), status: z.int().min(400).max(599) }),
  /** Cuts the connection; the retry goes on behind it. */
  z.strictObject({ do: z.literal('drop') }),
  /** Ends the stream in good order before the reply is whole; first in a turn, the stream is empty. The retry goes on behind it. */
  z.strictObject({ do: z.literal('end') }),
  /** The environments that are available from now on. */
  z.strictObject({ do: z.literal('environments'), available: z.array(Name) }),
  /** Makes the server change its list and announce it. */
  z.strictObject({ do: z.literal('listChanged'), server: z.string().min(1).optional() }),
  /** Other approval settings from the next call on. */
  z.strictObject({ do: z.literal('approval'), ...ByHost.shape }),
]);
export type Action = z.infer<typeof Action>;

/** One reply of the model. */
const Turn = z.array(Action).min(1).max(100);
export type Turn = z.infer<typeof Turn>;

const RoleName = z.string().regex(/^(root|child:[a-z][a-z0-9-]{0,39})$/, '"root" or "child:NAME"');

const forTool = { tool: ToolText, server: z.string().optional() };
const message = { message: z.string().max(4000).optional() };

/** Answers by tool. Several entries for one tool are used in order; the last one stays. */
const Answers = z.strictObject({
  hooks: z
    .array(
      z.strictObject({
        ...forTool,
        event: z.enum(['PreToolUse', 'PermissionRequest']).default('PermissionRequest'),
        choice: z.enum(['allow', 'deny', 'none']),
        ...message,
      }),
    )
    .default([]),
  guardian: z
    .array(
      z.strictObject({
        ...forTool,
        choice: z.enum(['approved', 'approved-session', 'denied', 'timeout', 'abort']),
        ...message,
      }),
    )
    .default([]),
  user: z
    .array(
      z.strictObject({
        ...forTool,
        choice: z.enum(['accept', 'acceptForSession', 'acceptAndRemember', 'decline', 'cancel']),
        afterMs: Delay.optional(),
        ...message,
      }),
    )
    .default([]),
});
export type Answers = z.infer<typeof Answers>;

const ApprovalMode = z.enum(['auto', 'prompt', 'writes', 'approve']);

/** Switches of the bundled probe server. */
const ProbeServer = z.strictObject({
  brokenTool: z.boolean().optional(),
  delayStartMs: Delay.optional(),
});

/** What the scenario's configuration says about a server, on top of how it was registered. */
const ServerPart = z.strictObject({
  environment: Name.optional(),
  required: z.boolean().optional(),
  enabled: z.boolean().optional(),
  enabledTools: z.array(z.string()).optional(),
  disabledTools: z.array(z.string()).optional(),
  omitToolsFrom: z.array(z.enum(['direct', 'deferred', 'code_mode'])).optional(),
  alwaysLoad: z.boolean().optional(),
  approvalMode: ApprovalMode.optional(),
  toolApprovalModes: z.record(z.string(), ApprovalMode).optional(),
});
export type ServerPart = z.infer<typeof ServerPart>;

const shape = z.strictObject({
  scenario: z.int().min(1),
  id: Name,
  title: z.string().min(1).max(80),
  describes: z.string().min(1).max(400),
  hosts: z.array(z.enum(['codex', 'claude'])).min(1),
  modelClass: z
    .strictObject({
      codex: z.enum(['direct', 'search', 'exec']).optional(),
      claude: z.enum(['flat', 'search']).optional(),
    })
    .default({}),
  prompt: z.string().max(10_000).default('Play the scenario.'),
  withholdMeta: z.boolean().default(false),
  /** What a client gets that asks for a socket: one, an answer 426, or no answer at all. */
  webSocket: z.enum(['accept', 'refuse', 'destroy']).default('accept'),
  /** `profile`: as the client does. `always`: follow an announced list also where the client would not. */
  listChanges: z.enum(['profile', 'always']).default('profile'),
  environments: z
    .array(z.strictObject({ id: Name, available: z.boolean().default(true) }))
    .default([{ id: 'local', available: true }]),
  probeServer: ProbeServer.default({}),
  /** By name; a name that is not the probed server's is one more instance of the bundled one. */
  servers: z.record(z.string().min(1).max(200), ServerPart).default({}),
  approval: ByHost.default({}),
  answers: Answers.default({ hooks: [], guardian: [], user: [] }),
  roles: z.record(RoleName, z.array(Turn).min(1).max(200)),
});

export const Scenario = shape.superRefine((scenario, context) => {
  const complain = (path: (string | number)[], text: string): void =>
    context.addIssue({ code: 'custom', path, message: text });
  if (scenario.roles['root'] === undefined) complain(['roles', 'root'], 'the root thread has no turns');
  const spawned = new Set<string>();
  const environments = new Set(scenario.environments.map((environment) => environment.id));
  for (const [role, turns] of Object.entries(scenario.roles)) {
    for (const [turnIndex, turn] of turns.entries()) {
      for (const [index, action] of turn.entries()) {
        const path = ['roles', role, turnIndex, index];
        if (action.do === 'spawn' || action.do === 'waitFor' || action.do === 'meet') {
          if (action.do === 'spawn') spawned.add(action.child);
          if (scenario.roles[`child:${action.child}`] === undefined) {
            complain([...path, 'child'], `there is no role "child:${action.child}"`);
          }
        }
        if (action.do === 'environments') {
          for (const [at, id] of action.available.entries()) {
            if (!environments.has(id))
              complain([...path, 'available', at], `there is no environment "${id}"`);
          }
        }
      }
    }
  }
  for (const role of Object.keys(scenario.roles)) {
    if (role !== 'root' && !spawned.has(role.slice('child:'.length)))
      complain(['roles', role], 'nobody spawns this child');
  }
});
export type Scenario = z.infer<typeof Scenario>;

/** `roles.root[1][0].ms`, as one would write it in code. */
const pathText = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    const name = String(part);
    if (!/^\w+$/.test(name)) return `${text}[${JSON.stringify(name)}]`;
    return text === '' ? name : `${text}.${name}`;
  }, '');

const repair = 'Correct the scenario there and start again.';

/** Reads a scenario from JSON text or an already parsed value. A fault names the first place that is wrong. */
export function readScenario(source: string | Readonly<Record<string, unknown>>): Result<Scenario> {
  let value: unknown = source;
  if (typeof source === 'string') {
    try {
      value = parseJson(source);
    } catch (error) {
      return fail('scenario-bad-json', 'The scenario is not valid JSON.', {
        cause: error instanceof Error ? error.message : undefined,
        next: repair,
      });
    }
  }
  if (isObject(value) && typeof value['scenario'] === 'number' && value['scenario'] > SCENARIO_VERSION) {
    return fail(
      'scenario-too-new',
      `The scenario is written in version ${value['scenario']}; this program reads ${SCENARIO_VERSION}.`,
      {
        next: 'Update Throughline.',
      },
    );
  }
  const parsed = Scenario.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  const issue = parsed.error.issues[0];
  const place = issue === undefined || issue.path.length === 0 ? '(root)' : pathText(issue.path);
  return fail('scenario-invalid', `The scenario is wrong at ${place}.`, {
    cause: issue?.message,
    next: repair,
  });
}

/** The turns that a thread plays; none for a child that the scenario does not know. */
export const turnsOf = (scenario: Scenario, role: string): readonly Turn[] => scenario.roles[role] ?? [];

/** What the root says last: the text that a run should end with. */
export function finalText(scenario: Scenario): string | undefined {
  const last = turnsOf(scenario, 'root').at(-1) ?? [];
  const texts = last.flatMap((action) => (action.do === 'text' ? [action.text] : []));
  return texts.length === 0 ? undefined : texts.join('');
}
