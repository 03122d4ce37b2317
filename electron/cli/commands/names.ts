import * as z from 'zod';
import type { HostSettings, NameRow } from '../../../shared/hosts/index.ts';
import { checkShape } from '../check.ts';
import { hostOf } from '../host.ts';
import { inputName, readInput, readJson } from '../input.ts';
import { print, printJson, refused, styled, type ExitCode, type Io } from '../io.ts';
import { table } from '../table.ts';

export interface NamesOptions {
  readonly as: string;
  /** Bytes. */
  readonly limit?: number;
  readonly json?: true;
}

const Input = z.array(z.looseObject({ server: z.string(), tool: z.string() }));

/** Model-visible names of a whole tool set, one row per input row. */
export async function names(io: Io, file: string | undefined, options: NamesOptions): Promise<ExitCode> {
  const host = hostOf(io, options.as);
  if (!host.ok) return refused(io, host.fault);
  const text = await readInput(io, file);
  if (!text.ok) return refused(io, text.fault);
  const json = readJson(text.value, inputName(file), 'input-not-json');
  if (!json.ok) return refused(io, json.fault);
  const tools = checkShape(Input, json.value, inputName(file), 'Give [{"server":"…","tool":"…"}, …].');
  if (!tools.ok) return refused(io, tools.fault);

  const settings: HostSettings = options.limit === undefined ? {} : { nameLimit: options.limit };
  const routes = tools.value.map(({ server, tool }) => ({ server, tool }));
  const rows = host.value.profile.names(routes, settings);
  if (options.json === true) printJson(io, rows);
  else printRows(io, rows);
  return 0;
}

const spellings = ['namespace', 'name', 'flat', 'codeMode', 'hook'] as const;

function printRows(io: Io, rows: readonly NameRow[]): void {
  const shown = spellings.filter((spelling) => rows.some((row) => row[spelling] !== undefined));
  const lines = table([
    ['server', 'tool', ...shown, ''],
    ...rows.map((row) => [
      row.server,
      row.tool,
      ...shown.map((spelling) => row[spelling] ?? ''),
      row.dropped === true ? 'dropped' : '',
    ]),
  ]);
  for (const [index, line] of lines.entries()) print(io, index === 0 ? styled(io, 'bold', line) : line);
  const findings = rows.flatMap((row) =>
    row.findings.map((finding) => [
      finding.severity,
      `${row.server}/${row.tool}`,
      finding.code,
      finding.message,
    ]),
  );
  if (findings.length === 0) return;
  print(io, '');
  for (const line of table(findings)) print(io, line);
}
