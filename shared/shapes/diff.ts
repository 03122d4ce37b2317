import * as z from 'zod';
import type { Shape, ShapesDocument } from './document.ts';
import { facetsOfShape } from './facets.ts';

/** What can change between two runs. A client's version and times are facts of a run and no change. */
export const ChangeKind = z.enum([
  'shape',
  'envelopes',
  'requests',
  'headers',
  'joins',
  'threads',
  'lifecycle',
  'calls',
  'end',
]);
export type ChangeKind = z.infer<typeof ChangeKind>;

export const Change = z.strictObject({
  kind: ChangeKind,
  /** What it is about: a stage and a field, an endpoint, a key. */
  about: z.string(),
  /** Of a shape: the tools that changed alike. */
  tools: z.array(z.string()).optional(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type Change = z.infer<typeof Change>;

type Facts = ReadonlyMap<string, string>;

/** What is otherwise in the second document, by kind. Empty when the client showed the same in both. */
export function diffShapes(before: ShapesDocument, after: ShapesDocument): Change[] {
  return ChangeKind.options.flatMap((kind) =>
    kind === 'shape'
      ? shapeChanges(before, after)
      : changes(kind, factsOf(kind, before), factsOf(kind, after)),
  );
}

function changes(kind: ChangeKind, before: Facts, after: Facts): Change[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((about): Change[] => {
    const was = before.get(about) ?? null;
    const is = after.get(about) ?? null;
    return was === is ? [] : [{ kind, about, before: was, after: is }];
  });
}

function factsOf(kind: Exclude<ChangeKind, 'shape'>, document: ShapesDocument): Facts {
  switch (kind) {
    case 'envelopes':
      return envelopeFacts(document);
    case 'requests':
      return requestFacts(document);
    case 'headers':
      return headerFacts(document);
    case 'joins':
      return joinFacts(document);
    case 'threads':
      return threadFacts(document);
    case 'lifecycle':
      return lifecycleFacts(document);
    case 'calls':
      return callFacts(document);
    case 'end':
      return endFacts(document);
  }
}

/** How a run of requests shows one tool. */
interface Stage {
  readonly forms: string;
  readonly fields: Facts;
}

/**
 * Every tool, by its stages: requests in a row that show it alike are one stage, so that another number of retries or follow-ups
 * is a change of requests and not of shape.
 */
function stagesOf({ requests }: ShapesDocument): ReadonlyMap<string, ReadonlyMap<string, Stage>> {
  const tools = new Map<string, Map<string, Stage>>();
  const latest = new Map<string, { readonly text: string; readonly count: number }>();
  for (const { tools: shown, thread } of requests) {
    for (const [tool, shapes] of Map.groupBy(shown, ({ server, tool: name }) => `${server} · ${name}`)) {
      // Incremental requests say nothing about what an earlier one holds.
      const told = shapes.filter(({ form }) => form !== 'carried');
      if (told.length === 0) continue;
      const fields = new Map(told.flatMap(shapeLines));
      const text = JSON.stringify([...fields]);
      const key = `${tool} ${thread ?? 0}`;
      const before = latest.get(key);
      if (before?.text === text) continue;
      const count = (before?.count ?? 0) + 1;
      latest.set(key, { text, count });
      const stages = tools.get(tool) ?? new Map<string, Stage>();
      tools.set(tool, stages);
      const forms = told.map(({ form }) => form).join(' and ');
      stages.set(`${thread === null ? 'no thread' : `thread ${thread}`} · stage ${count}`, { forms, fields });
    }
  }
  return tools;
}

function shapeLines(shape: Shape): (readonly [string, string])[] {
  const { form: _form, ...facets } = facetsOfShape(shape);
  const lines = Object.entries(facets).flatMap(([field, value]) =>
    value === null ? [] : [[`${shape.form} · ${field}`, value] as const],
  );
  if (!('dropped' in shape) || shape.dropped.length === 0) return lines;
  return [...lines, [`${shape.form} · dropped`, shape.dropped.join(', ')]];
}

/** Where a tool has another form, that is the change; where it has the same, its fields are compared. */
function shapeChanges(before: ShapesDocument, after: ShapesDocument): Change[] {
  const was = stagesOf(before);
  const is = stagesOf(after);
  const all = [...new Set([...was.keys(), ...is.keys()])].flatMap((tool) => {
    const left = was.get(tool);
    const right = is.get(tool);
    const stages = new Set([...(left?.keys() ?? []), ...(right?.keys() ?? [])]);
    return [...stages].flatMap((stage) =>
      stageChanges(stage, left?.get(stage), right?.get(stage)).map((change) => ({ tool, change })),
    );
  });
  const alike = Map.groupBy(all, ({ change }) => JSON.stringify(change));
  return [...alike.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [{ ...first.change, tools: group.map(({ tool }) => tool) }];
  });
}

function stageChanges(about: string, before: Stage | undefined, after: Stage | undefined): Change[] {
  if (before?.forms !== after?.forms)
    return [{ kind: 'shape', about, before: summary(before), after: summary(after) }];
  const fields = changes('shape', before?.fields ?? new Map(), after?.fields ?? new Map());
  return fields.map((change) => ({ ...change, about: `${about} · ${change.about}` }));
}

/** The form, and what it stands behind or how it is deferred. */
function summary(stage: Stage | undefined): string | null {
  if (stage === undefined) return null;
  const first = stage.forms.split(' and ')[0] ?? '';
  const behind = stage.fields.get(`${first} · behind`);
  const deferral = stage.fields.get(`${first} · deferral`);
  if (behind !== undefined) return `${stage.forms}, behind ${behind}`;
  return deferral === undefined || deferral === 'none' ? stage.forms : `${stage.forms}, ${deferral}`;
}

/** The client's own tools, with what their texts say; of those without a name here only how many there are in all. */
function envelopeFacts({ requests }: ShapesDocument): Facts {
  const facts = new Map<string, string>();
  const first = requests.find(({ side, toolCount }) => !side && toolCount > 0);
  if (first !== undefined) facts.set('tools in the first request', String(first.toolCount));
  for (const { envelopes } of requests) {
    for (const { name, mentionsTools, mentionsMcpNames, mentionsAllTools, deferredOmitted } of envelopes) {
      const says = [
        mentionsTools ? 'speaks of tools' : '',
        mentionsMcpNames ? 'of MCP names' : '',
        mentionsAllTools ? 'of ALL_TOOLS' : '',
        deferredOmitted ? 'of deferred ones' : '',
      ].filter((part) => part !== '');
      facts.set(name, ['declared', ...says].join(', '));
    }
  }
  return facts;
}

const endpoint = (row: { method: string; route: string; transport: string | null }): string =>
  `${row.method} ${row.route} over ${row.transport ?? 'unknown'}`;

const requestFacts = ({ counts }: ShapesDocument): Facts =>
  new Map(
    counts.map((row) => [`${endpoint(row)}${row.prewarm ? ', warm-up' : ''}`, String(row.count)] as const),
  );

/** Names that occur in every request of an endpoint, and those that occur in some. */
function headerFacts({ headers }: ShapesDocument): Facts {
  const facts = new Map<string, string>();
  for (const [about, sets] of Map.groupBy(headers, endpoint)) {
    for (const name of new Set(sets.flatMap(({ names }) => names))) {
      const everywhere = sets.every(({ names }) => names.includes(name));
      facts.set(`${about} · ${name}`, everywhere ? 'always' : 'sometimes');
    }
  }
  return facts;
}

/** What each key of the MCP wire was equal to, over all calls. */
function joinFacts({ calls }: ShapesDocument): Facts {
  const keys = Map.groupBy(
    calls.flatMap((call) => call.keys),
    ({ key }) => key,
  );
  return new Map(
    [...keys].map(([key, all]) => [
      key,
      [...new Set(all.map(({ equals }) => equals.join(' and ')))].toSorted().join('; '),
    ]),
  );
}

const threadFacts = ({ threads }: ShapesDocument): Facts =>
  new Map(
    threads.map(({ number, role, evidence, parent, parentEvidence }) => [
      `thread ${number}`,
      `${role}, ${evidence}${parent === null ? '' : `, child of ${parent}, ${parentEvidence ?? 'unknown'}`}`,
    ]),
  );

/** Which methods were used. Their order is not told: a client may ask several things at once. */
function lifecycleFacts({ servers }: ShapesDocument): Facts {
  const facts = new Map<string, string>();
  for (const { server, tools, instances } of servers) {
    facts.set(`${server} · tools`, String(tools));
    facts.set(`${server} · instances`, String(instances.length));
    for (const [index, { era, protocolVersion, messages }] of instances.entries()) {
      const about = `${server} · instance ${index + 1}`;
      facts.set(`${about} · revision`, `${era ?? 'unknown'} ${protocolVersion ?? ''}`.trim());
      facts.set(
        `${about} · methods`,
        [...new Set(messages.map(({ method }) => String(method)))].toSorted().join(', '),
      );
    }
  }
  return facts;
}

/** Calls are counted by tool, end and owner: those that run side by side have no order. */
function callFacts({ calls }: ShapesDocument): Facts {
  const facts = new Map<string, string>();
  const groups = Map.groupBy(calls, ({ server, tool, state, verdict }) => {
    const owner =
      verdict.kind === 'attributed'
        ? `by ${verdict.tier}`
        : verdict.kind === 'abstained'
          ? `abstained, ${verdict.reason}`
          : 'no verdict';
    return `${server} · ${tool} · ${state}, ${owner}`;
  });
  for (const [about, all] of groups) facts.set(about, String(all.length));
  return facts;
}

function endFacts({ end }: ShapesDocument): Facts {
  if (end === null) return new Map();
  const { exit, code, turnCompleted, finalEquals } = end;
  return new Map([
    ['exit', `${exit}${code === null ? '' : ` ${code}`}`],
    ['turn completed', turnCompleted ? 'yes' : 'no'],
    ['final text as expected', finalEquals ? 'yes' : 'no'],
  ]);
}
