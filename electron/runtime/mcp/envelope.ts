import { isUtf8 } from 'node:buffer';
import { formatJson, isObject, parseJson } from '../../../shared/json.ts';
import { finding, type McpFinding } from './findings.ts';
import type { JsonObject } from './types.ts';

export type RpcId = string | number;

interface Facts {
  readonly id?: RpcId;
  readonly method?: string;
  readonly findings: readonly McpFinding[];
}

/** One message as read: what it is, and a form of it that a strict reader accepts. `malformed` and `text` have none. */
export type Envelope =
  | (Facts & {
      readonly type: 'request';
      readonly id: RpcId;
      readonly method: string;
      readonly message: JsonObject;
    })
  | (Facts & { readonly type: 'notification'; readonly method: string; readonly message: JsonObject })
  | (Facts & {
      readonly type: 'response';
      readonly id: RpcId;
      readonly result: JsonObject;
      readonly message: JsonObject;
    })
  | (Facts & {
      readonly type: 'error';
      readonly id: RpcId;
      readonly error: RpcError;
      readonly message: JsonObject;
    })
  | (Facts & { readonly type: 'malformed' })
  | (Facts & { readonly type: 'text' });

export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

const quote = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text);

const quoteValue = (value: unknown): string => {
  try {
    return quote(formatJson(value));
  } catch {
    return ''; // Nested deeper than a serialiser goes.
  }
};

const readId = (raw: unknown): RpcId | undefined =>
  typeof raw === 'string' || typeof raw === 'number' ? raw : undefined;

/** JSON-RPC wants an integer code; -32603 stands for "the server did not say". */
const readError = (raw: JsonObject): RpcError => {
  const code = typeof raw['code'] === 'object' ? Number.NaN : Number(raw['code']);
  const message = raw['message'];
  return {
    code: raw['code'] !== undefined && Number.isSafeInteger(code) ? code : -32603,
    message: typeof message === 'string' ? message : '',
    ...(raw['data'] === undefined ? {} : { data: raw['data'] }),
  };
};

const readMember = (raw: unknown): Envelope => {
  if (!isObject(raw))
    return { type: 'malformed', findings: [finding('stdout-json-not-rpc', { detail: quoteValue(raw) })] };
  const { method, params, result, error } = raw;
  const id = readId(raw['id']);
  const repaired: McpFinding[] = [];
  const odd = (detail: string): void => void repaired.push(finding('frame-malformed', { detail }));
  if (raw['jsonrpc'] !== '2.0') odd('jsonrpc is not "2.0"');

  if (typeof method === 'string') {
    if (id === undefined && raw['id'] !== undefined) {
      return {
        type: 'malformed',
        method,
        findings: [finding('frame-malformed', { detail: 'id is neither a string nor a number' })],
      };
    }
    if (params !== undefined && !isObject(params)) odd('params is not an object');
    const message = { jsonrpc: '2.0', method, ...(isObject(params) ? { params } : {}) };
    return id === undefined
      ? { type: 'notification', method, message, findings: repaired }
      : { type: 'request', id, method, message: { ...message, id }, findings: repaired };
  }
  if (id === undefined) {
    // An error without an id answers nothing in particular (the request could not be read).
    return {
      type: 'malformed',
      findings: [
        finding(raw['jsonrpc'] === '2.0' || error !== undefined ? 'frame-malformed' : 'stdout-json-not-rpc', {
          detail: quoteValue(raw),
        }),
      ],
    };
  }
  if (isObject(error)) {
    const read = readError(error);
    if (!Number.isSafeInteger(error['code']) || typeof error['message'] !== 'string')
      odd('error needs an integer code and a message');
    if (result !== undefined) odd('both result and error');
    return {
      type: 'error',
      id,
      error: read,
      message: { jsonrpc: '2.0', id, error: read },
      findings: repaired,
    };
  }
  if (error !== undefined) odd('error is not an object');
  if (isObject(result))
    return { type: 'response', id, result, message: { jsonrpc: '2.0', id, result }, findings: repaired };
  if (result !== undefined) {
    repaired.push(finding('result-not-object', { detail: quoteValue(result) }));
    const read = { code: -32603, message: 'The result is not an object.' };
    return {
      type: 'error',
      id,
      error: read,
      message: { jsonrpc: '2.0', id, error: read },
      findings: repaired,
    };
  }
  return {
    type: 'malformed',
    id,
    findings: [finding('frame-malformed', { detail: 'neither method nor result nor error' })],
  };
};

/**
 * Reads what stood between two line breaks (or in one HTTP body or SSE event): normally one message, several for a batch,
 * none for a blank line. Never throws; whatever breaks the envelope is a finding, and repaired where its meaning is plain.
 */
export const readFrame = (bytes: Buffer): readonly Envelope[] => {
  let text = bytes.toString('utf8');
  const odd: McpFinding[] = [];
  if (text.charCodeAt(0) === 0xfeff) {
    text = text.slice(1);
    odd.push(finding('frame-bom'));
  }
  if (text.trim() === '') return odd.length === 0 ? [] : [{ type: 'text', findings: odd }];
  if (!isUtf8(bytes)) odd.push(finding('frame-bad-utf8'));
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    // Nesting too deep for the parser is no text line, but nothing can be read from it either.
    const code = error instanceof SyntaxError ? 'stdout-text' : 'frame-malformed';
    return [
      {
        type: code === 'stdout-text' ? 'text' : 'malformed',
        findings: [...odd, finding(code, { detail: quote(text) })],
      },
    ];
  }
  if (!Array.isArray(value)) {
    const only = readMember(value);
    return odd.length === 0 ? [only] : [{ ...only, findings: [...odd, ...only.findings] }];
  }
  const members = value.map(readMember);
  const batch = [...odd, finding('frame-batch', { detail: `${members.length} messages` })];
  const [first, ...rest] = members;
  return first === undefined
    ? [{ type: 'malformed', findings: batch }]
    : [{ ...first, findings: [...batch, ...first.findings] }, ...rest];
};

/** The id of a message of which only the ends are known, where serialisers usually put it. */
export const idOfEnds = (head: string, tail: string): RpcId | undefined => {
  const found =
    /^\s*\{(?:"jsonrpc":\s*"2\.0",\s*)?"id":\s*("[^"\\]*"|\d+)/.exec(head) ??
    /"id":\s*("[^"\\]*"|\d+)\s*(?:,\s*"jsonrpc":\s*"2\.0")?\s*\}\s*$/.exec(tail);
  const text = found?.[1];
  if (text === undefined) return undefined;
  return text.startsWith('"') ? text.slice(1, -1) : Number(text);
};
