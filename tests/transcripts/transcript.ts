import * as z from 'zod';

// A recorded run on the wire between a client and the fake provider, as it may be kept: every string that is not ours is
// filler of equal length, and tool definitions that are not ours are gone.

const Body = z.record(z.string(), z.unknown());
/** Names as they stood, values as filler; what the transport makes by itself is left out. */
const Headers = z.record(z.string(), z.string());

const Recorded = z.discriminatedUnion('over', [
  z.strictObject({
    over: z.literal('http'),
    method: z.string(),
    path: z.string(),
    headers: Headers,
    body: Body.nullable(),
  }),
  /** The request that opens a socket; `socket` counts from 1. */
  z.strictObject({ over: z.literal('socket'), socket: z.int(), path: z.string(), headers: Headers }),
  z.strictObject({ over: z.literal('frame'), socket: z.int(), body: Body }),
]);

export const Transcript = z.strictObject({
  transcript: z.literal(1),
  client: z.string(),
  version: z.string(),
  /** As the client ships when left out. */
  modelClass: z.enum(['direct', 'search', 'exec', 'flat']).optional(),
  wire: z.enum(['messages', 'responses', 'chat', 'gemini']),
  transport: z.enum(['http', 'websocket']),
  scenario: z.string(),
  requests: z.array(Recorded),
  /** Ids of the items that asked for calls, as far as they came back on any wire. */
  items: z.array(z.strictObject({ item: z.string().nullable(), callId: z.string().nullable() })),
  /** `_meta` of every tools/call. */
  calls: z.array(z.strictObject({ tool: z.string(), meta: Body })),
});
export type Transcript = z.infer<typeof Transcript>;
export type RecordedRequest = z.infer<typeof Recorded>;

// Filler is written short: ⟦1234⟧ are 1234 characters, ⟦36#4⟧ are 36 characters that stand for the fourth distinct value.

/** A mark of filler; `number` tells equal values from others. */
export const mark = (length: number, number?: number): string =>
  number === undefined ? `⟦${length}⟧` : `⟦${length}#${number}⟧`;

export const MARK = /⟦(\d+)(?:#(\d+))?⟧/g;

/** Filler that is no part of any name: a name beside it stays one. */
const BLANK = '·';

const expanded = (length: string, number: string | undefined): string => {
  const size = Number(length);
  if (number === undefined) return BLANK.repeat(size);
  return Number(number).toString(36).padStart(size, 'x').slice(-Math.max(size, 1));
};

/** A text with its filler written out. */
export const expand = (text: string): string =>
  text.replaceAll(MARK, (_mark, length: string, number: string | undefined) => expanded(length, number));

/** The same of every string and key in a value. */
export function expandAll(value: unknown): unknown {
  if (typeof value === 'string') return expand(value);
  if (Array.isArray(value)) return value.map(expandAll);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [expand(key), expandAll(one)]));
}
