import { findings } from '../../shared/findings.ts';
import type { McpFinding } from '../runtime/mcp/types.ts';
import { print, styled, type Io } from './io.ts';
import { plainLine } from './plain.ts';
import { table } from './table.ts';

/** A finding as commands print it: `item` is what it is about. */
export interface PrintedFinding {
  readonly severity: 'info' | 'warning' | 'error';
  readonly code: string;
  readonly item?: string;
  /** A place inside it, RFC 6901. */
  readonly pointer?: string;
  readonly message: string;
  readonly remedy?: string;
}

export function fromServer({
  code,
  severity,
  tool,
  list,
  index,
  pointer,
  detail,
}: McpFinding): PrintedFinding {
  const text = findings[code];
  const name = tool ?? (index === undefined ? list : `${list ?? ''}#${index}`);
  return {
    severity,
    code,
    ...(name === undefined ? {} : { item: name }),
    ...(pointer === undefined || pointer === '' ? {} : { pointer }),
    message: detail === undefined ? text.says : `${text.says} (${detail})`,
    remedy: text.remedy,
  };
}

/** What scripts get of a finding; the remedy is for people and stands in docs/findings.md. */
export const findingJson = ({ remedy: _remedy, ...rest }: PrintedFinding) => rest;

const colours = { info: 'blue', warning: 'yellow', error: 'red' } as const;

/** Findings for people, each with its remedy. */
export function printFindings(io: Io, all: readonly PrintedFinding[]): void {
  if (all.length === 0) return;
  print(io, '');
  print(io, styled(io, 'bold', all.length === 1 ? '1 finding' : `${all.length} findings`));
  const lines = table(
    all.map((one) => [one.severity, `${one.item ?? ''}${one.pointer ?? ''}`, one.message]),
    { indent: 2 },
  );
  for (const [index, one] of all.entries()) {
    print(io, (lines[index] ?? '').replace(one.severity, styled(io, colours[one.severity], one.severity)));
    if (one.remedy !== undefined) print(io, `           ${plainLine(one.remedy)}`);
  }
}
