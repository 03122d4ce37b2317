/** `npm run bench [processes|call|stream…] [--rounds N] [--record]`: fails when a limit is broken. */
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildChanged } from '../../scripts/build.ts';
import { program } from '../../scripts/targets.ts';
import { benchCall } from './call.ts';
import { benchHosts } from './hosts.ts';
import { benchProcesses } from './processes.ts';
import { holds, type Figure } from './measure.ts';
import { root } from './places.ts';
import { benchStream } from './stream.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '9' }, record: { type: 'boolean', default: false } },
});

const suites: Readonly<Record<string, (rounds: number) => Promise<readonly Figure[]>>> = {
  processes: benchProcesses,
  call: benchCall,
  stream: benchStream,
  hosts: async (rounds) => benchHosts(rounds),
};

const shown = ({ value, unit }: { value: number; unit: Figure['unit'] }): string =>
  unit === '×' ? `${value.toFixed(2)}×` : `${Math.round(value)} ms`;

const row = (figure: Figure): string[] => [
  figure.name,
  shown(figure),
  shown({ ...figure, value: figure.limit }),
  figure.detail,
  holds(figure) ? 'ok' : 'BROKEN',
];

const head = ['what', 'measured', 'limit', 'behind it', ''];

function plainTable(rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) => Math.max(...rows.map((cells) => (cells[column] ?? '').length)));
  return rows
    .map((cells) =>
      cells
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function page(rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    '# Speed',
    '',
    'Written by `npm run bench -- --record`. Every figure is compared with something that ran beside it in the same minute, so that',
    'another machine, or a busy one, gives another time and about the same ratio.',
    '',
    `Node ${process.versions.node}, ${process.platform} ${process.arch}, ${cpus().length} cores.`,
    '',
    line(head),
    line(head.map(() => '---')),
    ...rows.map(line),
    '',
  ].join('\n');
}

await buildChanged(program);
const names = positionals.length === 0 ? Object.keys(suites) : positionals;
const figures: Figure[] = [];
for (const name of names) {
  const suite = suites[name];
  if (suite === undefined)
    throw new Error(`There is no suite "${name}". There are: ${Object.keys(suites).join(', ')}.`);
  figures.push(...(await suite(Number(values.rounds))));
}
const rows = figures.map(row);
console.log(plainTable([head, ...rows]));
if (values.record) writeFileSync(path.join(root, 'docs/bench.md'), page(rows));
process.exitCode = figures.every(holds) ? 0 : 1;
