import { toHostTool } from '../../runtime/host/host-tool.ts';
import { fault, ok, type Result } from '../../../shared/fault.ts';
import type { ExposureRow, HostPlan, ResolvedHost } from '../../../shared/hosts/index.ts';
import type { Connection, ItemKind, ItemList, RawItem, RawTool, ToolList } from '../../runtime/mcp/types.ts';
import { withServer, type Connected } from '../connect.ts';
import { findingJson, fromServer, printFindings, type PrintedFinding } from '../findings.ts';
import { failed, print, printJson, refused, styled, type ExitCode, type Io } from '../io.ts';
import { requireSelector, type SelectorOptions } from '../selector.ts';
import { table } from '../table.ts';

export interface ListOptions extends SelectorOptions {
  readonly as?: string;
  readonly model?: string;
  /** Also resources and their templates. */
  readonly resources?: true;
  readonly prompts?: true;
  readonly json?: true;
}

/** What a host's model would be shown of a list. */
interface Shown {
  readonly host: ResolvedHost;
  readonly plan: HostPlan;
}

type Show = (connected: Connected, list: ToolList) => Shown;

/** What a server lists and, with `--as`, what that host's model would be shown of it. */
export async function list(
  io: Io,
  name: string | undefined,
  options: ListOptions,
  tail: readonly string[] | undefined,
): Promise<ExitCode> {
  const show = await showAs(io, options);
  if (!show.ok) return refused(io, show.fault);
  return withServer(io, requireSelector(name, options, tail, io.env), options, async (connected) => {
    const listed = await connected.connection.listTools({ signal: io.signal });
    if (!listed.ok) return failed(io, listed.fault);
    const items = await listItems(io, connected.connection, options);
    const shown = show.value?.(connected, listed.value);
    const findings = [
      ...[
        ...connected.connection.findings,
        ...listed.value.findings,
        ...items.flatMap(({ listed: of }) => of.findings),
      ].map(fromServer),
      ...(shown === undefined ? [] : fromHost(shown.plan)),
    ];
    if (options.json === true) printJson(io, toJson(connected, listed.value, items, shown, findings));
    else printList(io, connected, listed.value, items, shown, findings);
    // Each list that failed was told of; what could be listed stands.
    return items.some(({ failed: lost }) => lost) ? 1 : 0;
  });
}

interface Items {
  readonly kind: ItemKind;
  readonly listed: ItemList;
  readonly failed: boolean;
}

const emptyList: ItemList = { items: [], findings: [], pages: 0, revision: 0 };

async function listItems(io: Io, connection: Connection, options: ListOptions): Promise<Items[]> {
  const kinds: ItemKind[] = [
    ...(options.resources === true ? (['resources', 'templates'] as const) : []),
    ...(options.prompts === true ? (['prompts'] as const) : []),
  ];
  const lists: Items[] = [];
  for (const kind of kinds) {
    const listed = await connection.listItems(kind, { signal: io.signal });
    if (listed.ok) lists.push({ kind, listed: listed.value, failed: false });
    else {
      failed(io, listed.fault);
      lists.push({ kind, listed: emptyList, failed: true });
    }
  }
  return lists;
}

/** Profiles are loaded only when one is asked for. */
async function showAs(io: Io, options: ListOptions): Promise<Result<Show | undefined>> {
  if (options.as === undefined) {
    if (options.model === undefined) return ok(undefined);
    return { ok: false, fault: fault('model-without-host', '--model needs --as.') };
  }
  const { hostOf, modelClassOf } = await import('../host.ts');
  const host = hostOf(io, options.as);
  if (!host.ok) return host;
  const modelClass = modelClassOf(host.value, options.model);
  if (!modelClass.ok) return modelClass;
  const { profile } = host.value;
  return ok(({ config, connection }, { tools }) => {
    const plan = profile.plan(
      tools.map((tool) => toHostTool(config.name, tool, profile)),
      {
        modelClass: modelClass.value,
        servers: {
          [config.name]: {
            instructions: connection.instructions,
            label: connection.serverInfo.title ?? connection.serverInfo.name,
            enabledTools: config.enabledTools,
            disabledTools: config.disabledTools,
            approvalMode: config.approvalMode,
            toolApprovalModes: config.toolApprovalModes,
          },
        },
      },
    );
    return { host: host.value, plan };
  });
}

/** A plan repeats the findings of its rows; what is about one tool is told once, with its name. */
function fromHost(plan: HostPlan): PrintedFinding[] {
  const ofRows = new Set(plan.rows.flatMap((row) => row.findings));
  return [
    ...plan.findings
      .filter((finding) => !ofRows.has(finding))
      .map(({ severity, code, message }) => ({ severity, code, message })),
    ...plan.rows.flatMap((row) =>
      row.findings.map(({ severity, code, message }) => ({ severity, code, item: row.tool, message })),
    ),
  ];
}

function toJson(
  { connection }: Connected,
  { tools }: ToolList,
  items: readonly Items[],
  shown: Shown | undefined,
  findings: readonly PrintedFinding[],
) {
  return {
    server: connection.serverInfo,
    era: connection.era,
    protocolVersion: connection.protocolVersion,
    tools: tools.map((tool) => tool.wire),
    ...Object.fromEntries(items.map(({ kind, listed }) => [kind, listed.items.map(({ wire }) => wire)])),
    ...(shown === undefined ? {} : { as: asJson(shown) }),
    findings: findings.map(findingJson),
  };
}

const asJson = ({ host, plan }: Shown) => ({
  host: plan.host.id,
  version: plan.host.version,
  ...(host.nearest === true ? { nearest: true } : {}),
  modelClass: plan.modelClass,
  assumed: plan.assumed,
  tools: plan.rows.map(({ findings: _printedWithTheOthers, ...row }) => row),
});

function printList(
  io: Io,
  { connection }: Connected,
  { tools }: ToolList,
  items: readonly Items[],
  shown: Shown | undefined,
  findings: readonly PrintedFinding[],
): void {
  const { serverInfo, era, protocolVersion } = connection;
  const title = serverInfo.title ?? serverInfo.name ?? connection.server;
  const [head = ''] = table([
    [title, serverInfo.version ?? '', `${protocolVersion} (${era})`, countOf(tools.length, 'tool')],
  ]);
  print(io, styled(io, 'bold', head));
  print(io, '');
  const rows = shown === undefined ? tools.map(toolRow) : shownRows(shown.plan.rows);
  for (const line of table(rows, { indent: 2, width: io.stdout.columns })) print(io, line);
  if (shown !== undefined && shown.plan.assumed.length > 0) {
    print(io, `  assumed: ${shown.plan.assumed.join(', ')}`);
  }
  for (const { kind, listed } of items) {
    print(io, '');
    print(io, styled(io, 'bold', countOf(listed.items.length, kindWords[kind])));
    for (const line of table(listed.items.map(itemRow), { indent: 2, width: io.stdout.columns }))
      print(io, line);
  }
  printFindings(io, findings);
}

const kindWords: Readonly<Record<ItemKind, string>> = {
  resources: 'resource',
  templates: 'resource template',
  prompts: 'prompt',
};

const itemRow = ({ key, name, title, description, mimeType }: RawItem): string[] => [
  key,
  mimeType ?? '',
  description ?? title ?? (name === key ? '' : (name ?? '')),
];

const countOf = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

const toolRow = (tool: RawTool): string[] => [
  tool.name,
  tool.enabled ? (tool.description ?? tool.title ?? '') : '(filtered by the configuration)',
];

const shownRows = (rows: readonly ExposureRow[]): string[][] => [
  ['tool', 'exposure', 'reason', 'rules', 'model sees'],
  ...rows.map((row) => [
    row.tool,
    row.exposure,
    row.reason,
    row.rules.join(' '),
    row.flat ?? (row.namespace === undefined ? row.name : `${row.namespace} · ${row.name}`),
  ]),
];
