import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib';
import { fail, ok, type Result } from '../../../shared/fault.ts';
import { isObject, parseJson } from '../../../shared/json.ts';

/** A model request larger than this, packed or unpacked, is refused; bytes. */
export const MAX_BODY = 64 * 1024 * 1024;

export type JsonBody = Readonly<Record<string, unknown>>;

/** ChatGPT-login Codex packs its bodies with zstd; others may use what HTTP offers. */
const unpack = {
  gzip: promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
} as const;

const isPacking = (name: string): name is keyof typeof unpack => Object.hasOwn(unpack, name);

export interface ReadBody {
  /** Bytes as they stood on the wire. */
  readonly bytes: number;
  readonly json: JsonBody;
}

const tooLarge = () =>
  fail('body-too-large', `The request body is larger than ${MAX_BODY} bytes.`, {
    next: 'Send less history.',
  });

/** Reads, unpacks and parses a request body within bounds. An empty body is an empty object. */
export async function readBody(
  request: IncomingMessage,
  limit: number = MAX_BODY,
): Promise<Result<ReadBody>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > limit) return tooLarge();
    chunks.push(chunk);
  }
  const packed = Buffer.concat(chunks);
  const packing = request.headers['content-encoding'] ?? 'identity';
  let plain: Buffer = packed;
  if (packing !== 'identity' && packed.length > 0) {
    if (!isPacking(packing))
      return fail('body-encoding-unknown', 'The request body has an unknown content encoding.');
    try {
      plain = await unpack[packing](packed, { maxOutputLength: limit });
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === 'ERR_BUFFER_TOO_LARGE') return tooLarge();
      return fail('body-unreadable', `The request body is not valid ${packing}.`);
    }
  }
  if (plain.length === 0) return ok({ bytes, json: {} });
  try {
    const json = parseJson(plain.toString('utf8'));
    return isObject(json)
      ? ok({ bytes, json })
      : fail('body-not-an-object', 'The request body is not a JSON object.');
  } catch {
    return fail('body-not-json', 'The request body is not valid JSON.');
  }
}
