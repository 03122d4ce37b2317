import type { AliasReport, AliasRow } from '../../../shared/contract.ts';
import { failed, print, printJson, refused, styled, type ExitCode, type Io } from '../io.ts';
import type { ProbeOptions } from '../probe-options.ts';
import { withRuntime } from '../runtime.ts';
import { table } from '../table.ts';
import { parseClient } from './clients.ts';

const starts: readonly (readonly [AliasRow['start'], string])[] = [
  ['print', 'claude --print --mcp-config=FILE'],
  ['print-strict', 'claude --print --strict-mcp-config --mcp-config=FILE'],
  ['list', 'claude --mcp-config=FILE mcp list'],
];

/** Which definition of an alias Claude Code goes by. */
export async function probeAliases(io: Io, options: ProbeOptions): Promise<ExitCode> {
  const which = parseClient(options.client);
  if (!which.ok) return refused(io, which.fault);
  return withRuntime(io, async (client) => {
    const reply = await client.request('probe.aliases', which.value, { signal: io.signal });
    if (!reply.ok) {
      const { code } = reply.fault;
      return code === 'aliases-not-for-client' || code === 'client-version-invalid'
        ? refused(io, reply.fault)
        : failed(io, reply.fault);
    }
    if (options.json === true) printJson(io, reply.value);
    else printReport(io, reply.value);
    return 0;
  });
}

const yes = (value: boolean | null): string => (value === null ? 'no model is asked' : value ? 'yes' : 'no');

function printReport(io: Io, { client, version, isolated, rows }: AliasReport): void {
  print(io, styled(io, 'bold', `${client} ${version}: who owns an alias`));
  print(io, `  ${isolated ? 'in a network of its own' : 'on the network of this machine'}`);
  for (const [start, commandLine] of starts) {
    print(io, '');
    print(io, styled(io, 'bold', commandLine));
    const own = rows.filter((row) => row.start === start);
    const lines = table(
      [
        ['definition', 'initialized', 'listed', 'advertised to the provider'],
        ...own.map(({ origin, alias, initialized, listed, advertised }) => [
          `${origin} ${alias}`,
          yes(initialized),
          yes(listed),
          yes(advertised),
        ]),
      ],
      { indent: 2 },
    );
    for (const line of lines) print(io, line);
  }
}
