import { namedFilter } from '../filter.ts';
import { inheritedEnv } from '../listed/env.ts';
import type { Gate, ListedHost } from '../listed/host.ts';
import { hasStructured, isMedia, joinParts, sameCopies, toParts } from '../listed/results.ts';
import { hasLooseProperty } from '../listed/walk.ts';
import type {
  AssumptionCode,
  CallResult,
  HostSettings,
  HostTool,
  NameRow,
  Projections,
  ServerSettings,
} from '../types.ts';
import { geminiApproval } from './approval.ts';
import { geminiNames, geminiSpelling } from './names.ts';
import { geminiMode, geminiPolicy, type PolicyAnswer } from './policy.ts';
import { geminiSchema } from './schema.ts';

export const GEMINI_VERSIONS = ['0.61.0'] as const;

export function geminiHost(version: string): ListedHost {
  return {
    id: 'gemini',
    version,
    title: 'Gemini CLI',
    confidence: 'high',
    // How long a call may take is known (GM-2.3); starting is taken to have the same time.
    traits: {
      nameLimit: 63,
      pages: 'first',
      followsListChanged: true,
      waitsForServers: 'all',
      startupTimeoutMs: 600_000,
      toolTimeoutMs: 600_000,
    },
    wires: ['gemini'],
    modelClasses: [{ id: 'flat', title: 'One list of function declarations', rules: ['GM-90.01'] }],
    envelopes: [{ name: 'invoke_agent', role: 'agent', opensWindow: false }],
    wireRules: ['GM-90.01'],
    fieldRules: ['GM-90.01'],
    geminiKey: 'parametersJsonSchema',
    names: (tools) => geminiNames(tools),
    collision: { keeps: 'last', rules: ['GM-3.2'] },
    filter: (route, settings) =>
      namedFilter(
        route,
        settings,
        ['GM-2.2'],
        (entry) => entry === route.tool || entry.startsWith(`${route.tool}(`),
      ),
    pageRules: ['GM-2.1'],
    gate,
    refusesList: (tools) =>
      tools.some(({ inputSchema }) => hasLooseProperty(inputSchema)) ? ['GM-90.04'] : undefined,
    describe: ({ description = '' }) => ({ shown: description, rules: ['GM-90.02'] }),
    schema: geminiSchema,
    assumptions: () => [],
    // GM-90.03
    systemTexts: ({ settings, servers }) =>
      servers.flatMap((server) => {
        const text = settings.servers?.[server]?.instructions;
        return text === undefined ? [] : [`Instructions of the server ${server}:\n${text}`];
      }),
    approve: geminiApproval,
    memoryKey: (route) => geminiSpelling(route).name,
    project,
    childEnv: inheritedEnv,
  };
}

/** What the policy denies without looking at arguments is not declared (GM-4.1). */
function gate(tool: HostTool, _row: NameRow, settings: HostSettings): Gate {
  const { mode, rules, trustedFolder, interactive } = settings;
  const server = settings.servers?.[tool.server];
  const { trust, allowed } = server ?? NO_SERVER;
  // Without rules, trust and plan mode nothing of the tool is looked at.
  const isPlain = rules === undefined && trust !== true && allowed !== true && geminiMode(mode) !== 'plan';
  const known = isPlain ? plain.get(settings) : undefined;
  if (known !== undefined) return known;
  const answer = geminiPolicy({
    route: tool,
    annotations: tool.annotations,
    mode,
    rules,
    trust,
    allowed,
    trustedFolder,
    session: undefined,
    interactive,
  });
  const made = gateFor(answer, guesses(settings, answer.by === 'default'));
  if (isPlain) plain.set(settings, made);
  return made;
}

const NO_SERVER: ServerSettings = {};
const plain = new WeakMap<HostSettings, Gate>();

function gateFor(answer: PolicyAnswer, assumed: readonly AssumptionCode[]): Gate {
  if (answer.decision !== 'deny') {
    return { exposure: 'direct', reason: 'listed', rules: ['GM-90.01', ...answer.path.slice(-1)], assumed };
  }
  const reason = answer.by === 'rule' ? 'deny-rule' : answer.by === 'mode' ? 'mode-denies' : 'not-trusted';
  const seen = reason === 'not-trusted' ? (['GM-90.05'] as const) : [];
  return { exposure: 'absent', reason, rules: ['GM-4.1', ...answer.path.slice(-1), ...seen], assumed };
}

function guesses(settings: HostSettings, byDefault: boolean): AssumptionCode[] {
  return [
    ...(geminiMode(settings.mode) === undefined ? (['approval-mode'] as const) : []),
    ...(byDefault && settings.interactive === undefined ? (['interactive'] as const) : []),
  ];
}

/** Text of a server is marked as not to be trusted; structured content never reaches the model (GM-7.1, GM-7.2). */
function project(result: CallResult): Projections {
  const content = result.content ?? [];
  if (result.isError === true) {
    return sameCopies(result, { value: content, form: 'error', lost: [], rules: ['GM-7.3'] });
  }
  const lost = hasStructured(result) ? (['structured-content'] as const) : [];
  return sameCopies(result, {
    value: joinParts(toParts(content, untrusted)),
    form: content.some(isMedia) ? 'content' : 'text',
    lost,
    rules: ['GM-7.1', 'GM-7.2'],
  });
}

const untrusted = (text: string): string =>
  `<untrusted_context>\n${text.replaceAll('</untrusted_context>', '&lt;/untrusted_context&gt;')}\n</untrusted_context>`;
