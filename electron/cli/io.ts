import { styleText } from 'node:util';
import { faultLine, type Fault } from '../../shared/fault.ts';
import { plain, plainJson, plainLine } from './plain.ts';

/** 0 done; 1 the thing asked for failed; 2 wrong usage or unreadable input; 130 interrupted. */
export type ExitCode = 0 | 1 | 2 | 130;

export interface Outlet {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

export interface Inlet extends AsyncIterable<Uint8Array | string> {
  readonly isTTY?: boolean;
}

/** What a command may touch of the process that runs it. */
export interface Io {
  readonly stdin: Inlet;
  readonly stdout: Outlet;
  readonly stderr: Outlet;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborts at the first Ctrl-C. */
  readonly signal: AbortSignal;
}

/** A line for people, made fit for a terminal. */
export const print = (io: Io, line: string): void => void io.stdout.write(`${line}\n`);

/** A line beside the result: progress, questions, faults. */
export const note = (io: Io, line: string): void => void io.stderr.write(`${line}\n`);

/** The one JSON document of a command. */
export const printJson = (io: Io, value: unknown): void => print(io, plainJson(value, 2));

/** One document of a stream. */
export const printNdjson = (io: Io, value: unknown): void => print(io, plainJson(value));

const say = (io: Io, fault: Fault): void => note(io, plainLine(faultLine(fault)));

/** The thing asked for failed. */
export function failed(io: Io, fault: Fault): ExitCode {
  say(io, fault);
  return io.signal.aborted ? 130 : 1;
}

/** Wrong usage or unreadable input. */
export function refused(io: Io, fault: Fault): ExitCode {
  say(io, fault);
  return 2;
}

type Style = Parameters<typeof styleText>[0];

/** Coloured only where a terminal shows it. */
export function styled(io: Io, style: Style, text: string): string {
  const wanted = io.stdout.isTTY === true && (io.env['NO_COLOR'] ?? '') === '' && io.env['TERM'] !== 'dumb';
  return wanted ? styleText(style, text, { validateStream: false }) : text;
}

/** Is there a person who can be asked? */
export const isInteractive = (io: Io): boolean => io.stdin.isTTY === true && io.stderr.isTTY === true;

/** A block of text from outside, indented, made fit for a terminal. */
export const indented = (text: string, by = '  '): string =>
  plain(text)
    .split('\n')
    .map((line) => (line === '' ? '' : `${by}${line}`))
    .join('\n');
