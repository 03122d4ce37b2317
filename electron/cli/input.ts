import { readFile } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import * as z from 'zod';
import { fail, ok, type Result } from '../../shared/fault.ts';
import { parseJson } from '../../shared/json.ts';
import type { Io } from './io.ts';

/** No input of ours is larger; a small file that unpacks to more is a trap, bytes. */
const MAX_INPUT = 1024 * 1024 * 1024;

/** The text of FILE, or of stdin where FILE is absent or `-`. Unpacks gzip, drops a byte order mark. */
export async function readInput(io: Io, file: string | undefined): Promise<Result<string>> {
  const bytes = file === undefined || file === '-' ? await readStdin(io) : await readBytes(file);
  if (!bytes.ok) return bytes;
  const name = inputName(file);
  const unpacked = isGzip(bytes.value) ? await gunzip(bytes.value, name) : bytes;
  if (!unpacked.ok) return unpacked;
  try {
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(unpacked.value));
  } catch {
    return fail('input-not-text', `${name} is not UTF-8 text.`);
  }
}

/** How faults name the input. */
export const inputName = (file: string | undefined): string =>
  file === undefined || file === '-' ? 'stdin' : file;

async function readStdin(io: Io): Promise<Result<Uint8Array>> {
  if (io.stdin.isTTY === true) {
    return fail('input-missing', 'There is no FILE and nothing on stdin.', {
      next: 'Name a FILE or pipe JSON into the command.',
    });
  }
  const parts: Uint8Array[] = [];
  for await (const part of io.stdin) parts.push(typeof part === 'string' ? Buffer.from(part) : part);
  return ok(Buffer.concat(parts));
}

async function readBytes(file: string): Promise<Result<Uint8Array>> {
  try {
    return ok(await readFile(file));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    switch (code) {
      case 'ENOENT':
        return fail('file-not-found', `There is no file ${file}.`, { next: 'Check the path.' });
      case 'EISDIR':
        return fail('file-is-folder', `${file} is a folder.`, { next: 'Name a file.' });
      case 'EACCES':
      case 'EPERM':
        return fail('file-not-readable', `${file} may not be read.`, { next: 'Check its permissions.' });
      default:
        return fail('file-not-readable', `${file} cannot be read.`, { cause: code });
    }
  }
}

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

async function gunzip(bytes: Uint8Array, name: string): Promise<Result<Uint8Array>> {
  const parts: Buffer[] = [];
  let size = 0;
  const stream = createGunzip();
  stream.end(bytes);
  try {
    for await (const part of stream as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > MAX_INPUT) return fail('input-too-large', `${name} unpacks to more than 1 GiB.`);
      parts.push(part);
    }
  } catch {
    return fail(
      'input-cut',
      `${name} is a damaged gzip file: it ends or breaks after ${size} unpacked bytes.`,
      {
        next: 'Fetch the file again.',
      },
    );
  }
  return ok(Buffer.concat(parts));
}

/** Parses JSON; a fault names the argument or file, the line and the column. `code` is the fault's. */
export function readJson(text: string, name: string, code: string): Result<unknown> {
  try {
    return ok(parseJson(text));
  } catch (error) {
    const offset = jsonErrorOffset(text, error);
    const before = text.slice(0, offset).split('\n');
    const column = (before.at(-1)?.length ?? 0) + 1;
    const early = offset >= text.length;
    return fail(code, `${name}: not valid JSON at line ${before.length}, column ${column}.`, {
      cause: early ? 'The text ends too early.' : `Unexpected ${JSON.stringify(characterAt(text, offset))}.`,
    });
  }
}

/** A JSON object of strings, or undefined when none was given. */
export function readTextMap(
  text: string | undefined,
  name: string,
  code: string,
): Result<Record<string, string> | undefined> {
  if (text === undefined) return ok(undefined);
  const json = readJson(text, name, code);
  if (!json.ok) return json;
  const values = z.record(z.string(), z.string()).safeParse(json.value);
  return values.success
    ? ok(values.data)
    : fail('args-not-texts', `${name}: not a JSON object of strings.`, {
        next: `Give an object whose values are strings: '{"name": "value"}'.`,
      });
}

const characterAt = (text: string, offset: number): string =>
  String.fromCodePoint(text.codePointAt(offset) ?? 0);

/** V8 names the position of most faults, but not of an unexpected token: that one is searched for by halves. */
function jsonErrorOffset(text: string, error: unknown): number {
  const message = error instanceof Error ? error.message : '';
  const position = /position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return Number(position);
  if (!message.startsWith('Unexpected token')) return text.length;
  // A prefix before the token parses or ends early; a prefix with it fails as the whole text does.
  let good = 0;
  let bad = text.length;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (failsAtToken(text.slice(0, middle))) bad = middle;
    else good = middle;
  }
  return good;
}

function failsAtToken(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch (error) {
    return error instanceof Error && error.message.startsWith('Unexpected token');
  }
}
