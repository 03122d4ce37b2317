/** A process for tests of commands: what goes in is given, what comes out is kept. */
import { Readable } from 'node:stream';
import type { Io } from './io.ts';

export interface TestIo {
  readonly io: Io;
  readonly out: () => string;
  readonly err: () => string;
  readonly abort: () => void;
}

export function testIo(given: { stdin?: string; env?: Record<string, string> } = {}): TestIo {
  const out: string[] = [];
  const err: string[] = [];
  const controller = new AbortController();
  return {
    io: {
      stdin: Readable.from(given.stdin === undefined ? [] : [Buffer.from(given.stdin)]),
      stdout: { write: (text) => out.push(text) },
      stderr: { write: (text) => err.push(text) },
      env: given.env ?? {},
      signal: controller.signal,
    },
    out: () => out.join(''),
    err: () => err.join(''),
    abort: () => controller.abort(),
  };
}
