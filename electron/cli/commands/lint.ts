import { fail, ok, type Result } from '../../../shared/fault.ts';
import type { ServerSettings } from '../../../shared/hosts/index.ts';
import {
  aboutOf,
  compareSeverity,
  createLinter,
  everyHost,
  evidenceOf,
  junit,
  lintHost,
  readToolList,
  sarif,
  titleOf,
  toolNames,
  wireTool,
  type Alarm,
  type LintHost,
  type LintServer,
  type Severity,
} from '../../../shared/lint/index.ts';
import { withServer, type Connected } from '../connect.ts';
import { hostOf } from '../host.ts';
import { inputName, readInput, readJson } from '../input.ts';
import { failed, print, printJson, refused, styled, type ExitCode, type Io } from '../io.ts';
import { plainLine } from '../plain.ts';
import { ANONYMOUS, requireSelector, type SelectorOptions } from '../selector.ts';
import { VERSION } from '../version.ts';

export interface LintOptions extends SelectorOptions {
  /** Comma-separated HOST or HOST@VERSION; every host when left out. */
  readonly hosts?: string;
  readonly format?: 'text' | 'json' | 'sarif' | 'junit';
  readonly failOn: Severity;
  /** A kept result of tools/list, instead of a server. */
  readonly file?: string;
  /** The file that SARIF results are shown in. */
  readonly artifact?: string;
  readonly json?: true;
}

/** What a server's author should know about how hosts treat the tools; exit code 1 when there is too much of it. */
export async function lint(
  io: Io,
  name: string | undefined,
  options: LintOptions,
  tail: readonly string[] | undefined,
): Promise<ExitCode> {
  const hosts = hostsOf(io, options.hosts);
  if (!hosts.ok) return refused(io, hosts.fault);
  const judge = (server: LintServer): ExitCode => report(io, server, hosts.value, options);
  if (options.file !== undefined) {
    if (
      name !== undefined ||
      tail !== undefined ||
      options.url !== undefined ||
      options.config !== undefined
    ) {
      return refused(io, mixed.fault);
    }
    const server = await fromFile(io, options.file, options.name ?? ANONYMOUS);
    return server.ok ? judge(server.value) : refused(io, server.fault);
  }
  return withServer(io, requireSelector(name, options, tail, io.env), options, async (connected) => {
    const listed = await connected.connection.listTools({ signal: io.signal });
    if (!listed.ok) return failed(io, listed.fault);
    const server = nameOf(connected);
    return judge({
      server,
      tools: listed.value.tools.flatMap(({ wire, page }) => wireTool(server, wire, page) ?? []),
      settings: settingsOf(connected),
    });
  });
}

const mixed = {
  fault: {
    code: 'selector-ambiguous',
    message: 'Either --file or a server can be judged, not both.',
  },
};

function hostsOf(io: Io, list: string | undefined): Result<readonly LintHost[]> {
  if (list === undefined) return ok(everyHost());
  const hosts: LintHost[] = [];
  for (const text of list.split(',').map((one) => one.trim())) {
    const found = hostOf(io, text, '--hosts');
    if (!found.ok) return found;
    hosts.push(lintHost(found.value));
  }
  return ok(hosts);
}

async function fromFile(io: Io, file: string, server: string): Promise<Result<LintServer>> {
  const text = await readInput(io, file);
  if (!text.ok) return text;
  const json = readJson(text.value, inputName(file), 'input-not-json');
  if (!json.ok) return json;
  const read = readToolList(server, json.value);
  return read === undefined
    ? fail('input-wrong-shape', `${inputName(file)}: not a list of tools.`, {
        next: 'Give a result of tools/list: {"tools":[{"name":"…",…}…]}, or an array with one result a page.',
      })
    : ok(read);
}

/** A server without a name is judged under one that its users could give it: the end of its own, in plain letters. */
function nameOf({ config, connection }: Connected): string {
  if (config.name !== ANONYMOUS) return config.name;
  const own =
    connection.serverInfo.name
      ?.split('/')
      .at(-1)
      ?.replaceAll(/[^A-Za-z0-9_-]+/g, '-') ?? '';
  return own === '' ? ANONYMOUS : own;
}

const settingsOf = ({ config, connection }: Connected): ServerSettings => ({
  instructions: connection.instructions,
  label: connection.serverInfo.title ?? connection.serverInfo.name,
  enabledTools: config.enabledTools,
  disabledTools: config.disabledTools,
});

function report(io: Io, server: LintServer, hosts: readonly LintHost[], options: LintOptions): ExitCode {
  const { alarms } = createLinter(hosts).lint([server]);
  const { failOn, artifact = options.file } = options;
  switch (options.json === true ? 'json' : (options.format ?? 'text')) {
    case 'json':
      printJson(io, {
        server: server.server,
        tools: server.tools.length,
        hosts: hosts.map(({ profile, settings }) => ({
          host: profile.id,
          version: profile.version,
          modelClass: settings.modelClass,
          confidence: profile.confidence,
        })),
        alarms,
      });
      break;
    case 'sarif':
      printJson(io, sarif(alarms, { version: VERSION, artifact: artifact === '-' ? undefined : artifact }));
      break;
    case 'junit':
      print(io, junit(alarms, { name: server.server, failOn }));
      break;
    case 'text':
      printAlarms(io, server, hosts, alarms);
      break;
  }
  return alarms.some(({ severity }) => compareSeverity(severity, failOn) <= 0) ? 1 : 0;
}

const colours = { info: 'blue', warning: 'yellow', error: 'red' } as const;

/** For people: one block a rule, whatever number of tools it speaks of. */
function printAlarms(io: Io, server: LintServer, hosts: readonly LintHost[], alarms: readonly Alarm[]): void {
  const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;
  const judged = `${count(server.tools.length, 'tool')}, ${count(hosts.length, 'host')}`;
  print(io, styled(io, 'bold', plainLine(`${server.server}: ${judged}, ${count(alarms.length, 'alarm')}`)));
  const blocks = Map.groupBy(alarms, ({ code, severity }) => `${severity} ${code}`);
  for (const block of blocks.values()) {
    const [first] = block;
    if (first === undefined) continue;
    const { severity, code, message, remedy } = first;
    print(io, '');
    const about = block.length === 1 ? aboutOf(first) : toolNames(block.map(aboutOf));
    print(io, `${styled(io, colours[severity], severity)} ${styled(io, 'bold', code)}  ${plainLine(about)}`);
    print(io, `  ${message}`);
    for (const line of hostLines(block)) print(io, `  - ${plainLine(line)}`);
    print(io, `  Remedy: ${remedy}`);
  }
}

/** Each host once; where it says something else of other tools, the first stands for all. */
function hostLines(block: readonly Alarm[]): string[] {
  const entries = block.flatMap(({ hosts }) => hosts);
  return [...Map.groupBy(entries, titleOf)].flatMap(([title, own]) => {
    const [first] = own;
    if (first === undefined) return [];
    const others = new Set(own.map(({ says }) => says)).size - 1;
    const more = others === 0 ? '' : ` (and ${others} more like it)`;
    return [`${title}: ${first.says}${more} [${evidenceOf(first)}]`];
  });
}
