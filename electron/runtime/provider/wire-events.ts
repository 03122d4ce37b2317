import type { ItemType } from '../../../shared/event.ts';
import type { ObservedCallable } from '../../../shared/hosts/index.ts';
import { formatJson } from '../../../shared/json.ts';
import type { Arguments, ReplyPart } from './reply.ts';

/** An item that is complete: from here on a client may act on it. */
export interface FinishedItem {
  /** Raw ids as they stand on the wire. */
  readonly item: string;
  readonly callId?: string;
  readonly type: ItemType;
  readonly callable?: ObservedCallable;
  /** Structured arguments; a program has none. */
  readonly args?: Arguments;
}

/** One event of a streamed reply. `finished` marks the event that completes an item. */
export interface WireEvent {
  /** The name of the event where the wire names its events. */
  readonly name?: string;
  /** An object, or the one line that is none: `[DONE]`. */
  readonly data: Readonly<Record<string, unknown>> | '[DONE]';
  readonly finished?: FinishedItem;
}

/** The parts that put something on the wire. */
export type ContentPart = Extract<ReplyPart, { kind: 'text' | 'call' | 'exec' | 'search' }>;

/** Writes the reply of one request in the events of one wire. Knows nothing of sockets. */
export interface Encoder {
  /** Raw id of the response. */
  readonly response: string;
  start(): Iterable<WireEvent>;
  part(part: ContentPart): Iterable<WireEvent>;
  finish(): Iterable<WireEvent>;
  /** Ends a stream that already began. */
  fail(status: number): Iterable<WireEvent>;
  /** The whole reply as one document, for a request that does not stream. */
  document(): Readonly<Record<string, unknown>>;
}

/** The data of an event as it stands on the wire. */
export const dataText = ({ data }: WireEvent): string => (typeof data === 'string' ? data : formatJson(data));

/** Text in pieces of at most `size` characters, never inside a surrogate pair. */
export function pieces(text: string, size: number): string[] {
  const out: string[] = [];
  let piece = '';
  for (const character of text) {
    piece += character;
    if (piece.length >= size) {
      out.push(piece);
      piece = '';
    }
  }
  if (piece !== '') out.push(piece);
  return out;
}

/** Characters of text, and of arguments, in one stream event. */
export const TEXT_PIECE = 24;
export const CODE_PIECE = 64;
