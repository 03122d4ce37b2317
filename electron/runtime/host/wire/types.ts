import type {
  CallItemType,
  Declaration,
  HostProfile,
  ObservedCallable,
  RequestIdentity,
} from '../../../../shared/hosts/index.ts';
import type { Fault } from '../../../../shared/fault.ts';

export type JsonItem = Readonly<Record<string, unknown>>;

/** One complete output item of the model, and how it goes back into the history. */
export interface ModelItem {
  readonly wire: JsonItem;
  readonly text?: string;
  readonly call?: ModelCall;
}

export interface ModelCall {
  readonly type: CallItemType;
  /** Raw ids as the provider gave them. */
  readonly itemId: string;
  readonly callId: string;
  readonly observed: ObservedCallable;
  /** Structured arguments; the text of a program stays unread. */
  readonly args: unknown;
}

/** What a conversation consists of, in order; each wire packs it in its own way. */
export type HistoryEntry =
  | { readonly kind: 'user'; readonly text: string }
  | { readonly kind: 'item'; readonly wire: JsonItem }
  | { readonly kind: 'output'; readonly wire: JsonItem };

export type StreamEnd =
  | { readonly kind: 'open' }
  | { readonly kind: 'completed' }
  | { readonly kind: 'failed'; readonly fault: Fault };

/** Reads the events of one streamed reply. */
export interface StreamReader {
  event(type: string, data: unknown): void;
  end(): StreamEnd;
}

/** How a client of this wire asks a model and reads its answer. */
export interface ModelWire {
  readonly path: string;
  headers(key: string, profile: HostProfile): Readonly<Record<string, string>>;
  body(
    model: string,
    declaration: Declaration,
    history: readonly HistoryEntry[],
    identity: RequestIdentity,
  ): JsonItem;
  reader(onItem: (item: ModelItem) => void): StreamReader;
}
