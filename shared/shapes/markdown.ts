import { findings as texts } from '../findings.ts';
import type { CallShape, PredictionRow, RequestShape, Shape, ShapesDocument } from './document.ts';

/** A shapes document as a report for people. */
export function shapesMarkdown(document: ShapesDocument): string {
  const blocks = [
    head(document),
    requests(document),
    toolsSection(document),
    prediction(document),
    headers(document),
    threads(document),
    calls(document),
    servers(document),
    end(document),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

/** Names of servers and tools may hold anything: in a table a bar or a line break does harm, and characters that hide or reorder text. */
const cell = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .replaceAll('|', String.raw`\|`);
const code = (text: string): string => (text === '' ? '' : `\`${cell(text).replaceAll('`', "'")}\``);

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}

const section = (title: string, ...parts: readonly string[]): string =>
  [`## ${title}`, ...parts.filter((part) => part !== '')].join('\n\n');

const yesNo = (value: boolean): string => (value ? 'yes' : 'no');
const ms = (value: number): string => `${Math.round(value)} ms`;

function head({ run }: ShapesDocument): string {
  const client = [run.client ?? 'an unknown client', run.version ?? ''].join(' ').trim();
  const rows: [string, string][] = [
    ['model class', run.modelClass ?? 'not known'],
    ['wire', run.wires.map(({ wire, transport }) => `${wire} over ${transport}`).join(', ') || 'none'],
    ['scenario', run.scenario ?? 'none'],
    ['simulated host', yesNo(run.simulated)],
    ['ids withheld from the MCP wire', yesNo(run.metaWithheld)],
    ['recorded on', [run.platform, run.arch].filter((part) => part !== null).join(' ') || 'not known'],
    ['network isolated', run.networkIsolated === null ? 'not known' : yesNo(run.networkIsolated)],
  ];
  return `# What ${client} showed its model\n\n${table(
    ['run', ''],
    rows.map(([name, value]) => [name, cell(value)]),
  )}`;
}

function requests({ counts, requests: all }: ShapesDocument): string {
  const counted = counts.map(({ method, route, wire, transport, prewarm, count }) => [
    `${method} ${code(route)}`,
    `${wire ?? ''} ${transport ?? ''}${prewarm ? ', warm-up' : ''}`,
    String(count),
  ]);
  const rows = all.map((request) => [
    String(request.number),
    `+${ms(request.t)}`,
    `${request.method} ${code(request.route)}`,
    request.thread === null ? '' : String(request.thread),
    kindOf(request),
    String(request.toolCount),
    String(request.outputs),
    answerOf(request),
  ]);
  return section(
    'Requests',
    table(['endpoint', 'over', 'count'], counted),
    table(['no.', 'at', 'endpoint', 'thread', 'kind', 'tools', 'outputs', 'answer'], rows),
  );
}

function kindOf({ side, prewarm, continues }: RequestShape): string {
  if (side) return "the client's own";
  if (prewarm) return 'warm-up';
  return continues ? 'continues' : 'whole';
}

const answerOf = ({ answer: { state, status, code: why } }: RequestShape): string =>
  [state, status === null ? '' : String(status), why ?? ''].filter((part) => part !== '').join(' ');

/** Tools that look alike in every request share a row: of many tools most do. */
function toolsSection({ requests: all }: ShapesDocument): string {
  const shown = all.filter(({ tools }) => tools.length > 0);
  if (shown.length === 0) return section('Tools', 'No request showed a tool of a registered server.');
  const stories = new Map<string, { names: string[]; rows: string[][] }>();
  const keys = new Set(shown.flatMap(({ tools }) => tools.map(({ server, tool }) => `${server} · ${tool}`)));
  for (const key of keys) {
    const rows = merged(
      shown.flatMap(({ number, tools }) =>
        tools
          .filter(({ server, tool }) => `${server} · ${tool}` === key)
          .map((shape) => [String(number), ...storyOf(shape)]),
      ),
    );
    const like = JSON.stringify(rows.map(([number, form, , , rest]) => [number, form, rest]));
    const story = stories.get(like) ?? { names: [], rows };
    story.names.push(key);
    stories.set(like, story);
  }
  const parts = [...stories.values()].map(({ names, rows }) => {
    const [first = '', ...others] = names;
    const alike = others.length === 0 ? '' : `\n\nAlike: ${others.map(code).join(', ')}.`;
    return `### ${code(first)}\n\n${table(['request', 'form', 'path', 'name', 'how'], rows)}${alike}`;
  });
  return section('Tools', ...parts);
}

/** Rows that say the same of several requests are one row. */
function merged(rows: readonly string[][]): string[][] {
  const groups = Map.groupBy(rows, ([, ...story]) => JSON.stringify(story));
  return [...groups.values()].map((group) => [
    group.map(([number]) => number).join(', '),
    ...(group[0]?.slice(1) ?? []),
  ]);
}

/** Form, path, name, and everything else in a few words. */
function storyOf(shape: Shape): string[] {
  switch (shape.form) {
    case 'carried':
      return ['carried', '', '', `request ${shape.request} holds it`];
    case 'absent':
      return ['absent', '', '', standsBehind(shape.behind)];
    case 'reference':
    case 'declaration':
    case 'nameOnly':
      return [shape.form, code(shape.path), code(shape.name ?? ''), standsBehind(shape.behind)];
    case 'flat':
    case 'namespaced':
    case 'searchResult':
    case 'chatFunction':
    case 'functionDeclaration':
    case 'searchText': {
      const namespace = 'namespace' in shape ? shape.namespace : null;
      const name = [namespace, shape.name].filter((part) => part !== null).join(' · ');
      const { kept, dropped, otherKeys, description, schema, schemaChanges } = shape;
      const changes = schemaChanges && [
        ...schemaChanges.dropped.map((pointer) => `-${pointer}`),
        ...schemaChanges.added.map((pointer) => `+${pointer}`),
        ...schemaChanges.changed.map((pointer) => `~${pointer}`),
      ];
      const how = [
        `keys ${kept.join(', ')}${otherKeys.length === 0 ? '' : ` and ${otherKeys.length} more`}`,
        dropped.length === 0 ? '' : `without ${dropped.join(', ')}`,
        `description ${description}`,
        `schema ${schema}`,
        changes === undefined ? '' : changes.map(code).join(' '),
        shape.deferral === 'none' ? '' : `deferral ${shape.deferral}`,
        shape.by === 'likeness' ? 'known by its text, not by its name' : '',
      ];
      return [shape.form, code(shape.path), code(name), how.filter((part) => part !== '').join('; ')];
    }
  }
}

const standsBehind = (envelope: string | null): string =>
  envelope === null ? 'behind nothing that was seen' : `behind ${code(envelope)}`;

function prediction({ prediction: told, findings }: ShapesDocument): string {
  const says = findings.map(({ code: finding, severity, field, tools = [] }) => {
    const about = [field ?? '', someOf(tools)].filter((part) => part !== '').join(' of ');
    return [severity, code(finding), about, cell(textOf(finding))];
  });
  const list = says.length === 0 ? '' : table(['severity', 'finding', 'about', 'says'], says);
  if (told.profile === null) return section('Predicted and observed', 'No profile.', list);
  const { host, version, modelClass } = told.profile;
  const count = (verdict: PredictionRow['verdict']): number =>
    told.rows.filter((row) => row.verdict === verdict).length;
  const sum = `Profile ${host} ${version}, ${modelClass}${told.modelClass === 'derived' ? ' (the class that fits best)' : ''}${
    told.nearest ? ', the nearest version' : ''
  }: ${count('equal')} equal, ${count('different')} different, ${count('notPredicted')} not predicted, ${count('notObserved')} not observed.`;
  const alike = Map.groupBy(
    told.rows.filter(({ verdict }) => verdict !== 'equal'),
    ({ server: _server, tool: _tool, ...rest }) => JSON.stringify(rest),
  );
  const rows = [...alike.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { stage, field, predicted, observed, verdict } = first;
    return [[someOf(group), stage, field, code(predicted ?? ''), code(observed ?? ''), verdict]];
  });
  return section(
    'Predicted and observed',
    sum,
    rows.length === 0 ? '' : table(['tool', 'stage', 'field', 'predicted', 'observed', 'verdict'], rows),
    list,
  );
}

/** So many tools that are alike are named. */
const NAMED_TOOLS = 3;

function someOf(tools: readonly { readonly server: string; readonly tool: string }[]): string {
  const names = tools.slice(0, NAMED_TOOLS).map(({ server, tool }) => code(`${server} · ${tool}`));
  const others = tools.length - names.length;
  return `${names.join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
}

const byCode: ReadonlyMap<string, { readonly says: string }> = new Map(Object.entries(texts));
const textOf = (finding: string): string => byCode.get(finding)?.says ?? '';

function headers({ headers: sets }: ShapesDocument): string {
  return section(
    'Header names',
    ...sets.map(
      ({ method, route, transport, names, count }) =>
        `${method} ${code(route)} over ${transport ?? 'an unknown transport'}, ${count} times:\n${names.map(code).join(', ') || 'none'}`,
    ),
  );
}

function threads({ threads: all }: ShapesDocument): string {
  if (all.length === 0) return '';
  const rows = all.map(({ number, role, evidence, parent, parentEvidence, requests: asked }) => [
    String(number),
    role,
    evidence,
    parent === null ? '' : `${parent} (${parentEvidence ?? 'not known how'})`,
    String(asked),
  ]);
  return section('Threads', table(['no.', 'role', 'evidence', 'parent', 'requests'], rows));
}

function calls({ calls: all }: ShapesDocument): string {
  if (all.length === 0) return section('Calls', 'There were none.');
  const rows = all.map((call) => [
    String(call.number),
    code(`${call.server} · ${call.tool}`),
    call.startedAt === null ? '' : `+${ms(call.startedAt)}`,
    call.startedAt === null || call.finishedAt === null ? '' : ms(call.finishedAt - call.startedAt),
    call.state,
    call.overlaps.join(', '),
    ownerOf(call),
    call.keys.map(({ key, equals }) => `${key} = ${equals.join(', ')}`).join('; '),
  ]);
  return section(
    'Calls',
    table(['no.', 'tool', 'at', 'took', 'state', 'beside', 'owner', 'ids on both wires'], rows),
  );
}

function ownerOf({ verdict }: CallShape): string {
  switch (verdict.kind) {
    case 'attributed':
      return `thread ${verdict.thread ?? '?'} by ${[verdict.tier, ...verdict.agrees].join(', ')}`;
    case 'abstained':
      return `abstained: ${verdict.reason}`;
    case 'none':
      return 'no verdict';
  }
}

function servers({ servers: all }: ShapesDocument): string {
  const parts = all.flatMap(({ server, tools, instances }) =>
    instances.map(({ instance, era, protocolVersion, messages }) => {
      const title = `### ${code(instance ?? server)}: ${tools} tools, ${era ?? 'era not known'}, ${protocolVersion ?? 'revision not known'}`;
      const rows = messages.map(({ direction, method, at, tookMs }) => [
        `+${ms(at)}`,
        direction === 'toServer' ? 'to server' : 'from server',
        code(method),
        tookMs === null ? '' : ms(tookMs),
      ]);
      return rows.length === 0
        ? title
        : `${title}\n\n${table(['at', 'direction', 'method', 'answered after'], rows)}`;
    }),
  );
  return parts.length === 0 ? '' : section('MCP lifecycle', ...parts);
}

function end({ end: how, reported }: ShapesDocument): string {
  const said = reported.map(({ what, count }) => `${what} ${count}`).join(', ');
  if (how === null) return said === '' ? '' : section('End', `The client reported: ${said}.`);
  return section(
    'End',
    table(
      ['end', ''],
      [
        ['exit', `${how.exit}${how.code === null ? '' : ` ${how.code}`}`],
        ['turn completed', yesNo(how.turnCompleted)],
        ['final text as expected', yesNo(how.finalEquals)],
        ['took', ms(how.wallMs)],
        ['the client reported', said === '' ? 'nothing' : said],
      ],
    ),
  );
}
