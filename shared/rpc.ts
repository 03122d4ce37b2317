import * as z from 'zod';
import type {
  CommandArgs,
  CommandName,
  CommandReply,
  RuntimeClient,
  StreamArgs,
  StreamName,
  StreamPayload,
  Subscription,
} from './contract.ts';
import { Fault, fail, fault, type Result } from './fault.ts';

/**
 * Anything that carries messages in order: a MessagePort, a WebSocket, a pair in one process. The layer below the
 * contract; it knows nothing of commands.
 */
export interface Port {
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  onClose(listener: () => void): void;
  close(): void;
}

/** At most this many frames of a stream travel without an acknowledgement. */
export const WINDOW_FRAMES = 8;
/** At most this many events stand in one frame. */
export const FRAME_EVENTS = 1000;

const Id = z.int().min(0);

/** Window → runtime. */
export const Upward = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('request'), id: Id, name: z.string(), args: z.unknown() }),
  z.strictObject({ type: z.literal('cancel'), id: Id }),
  z.strictObject({ type: z.literal('subscribe'), id: Id, name: z.string(), args: z.unknown() }),
  z.strictObject({ type: z.literal('unsubscribe'), id: Id }),
  z.strictObject({ type: z.literal('ack'), id: Id, frames: z.int().min(1) }),
]);
export type Upward = z.infer<typeof Upward>;

/** Runtime → window. Payloads were made by the runtime from checked values; the window trusts their shape. */
export type Downward =
  | { readonly type: 'reply'; readonly id: number; readonly result: Result<unknown> }
  | { readonly type: 'frame'; readonly id: number; readonly payload: unknown }
  | { readonly type: 'end'; readonly id: number; readonly fault?: Fault };

const Envelope = z.discriminatedUnion('type', [
  z.looseObject({
    type: z.literal('reply'),
    id: Id,
    result: z.union([
      z.object({ ok: z.literal(true), value: z.unknown() }),
      z.object({ ok: z.literal(false), fault: Fault }),
    ]),
  }),
  z.looseObject({ type: z.literal('frame'), id: Id, payload: z.unknown() }),
  z.looseObject({ type: z.literal('end'), id: Id, fault: Fault.optional() }),
]);

interface OpenStream {
  /** Frames are handed over one after the other; each is acknowledged when its listener is done. */
  readonly deliver: (payload: unknown) => void;
  readonly end: (fault?: Fault) => void;
}

const lost = fault('connection-lost', 'The connection to the runtime is lost.', {
  next: 'Reload the window.',
});

/** The window's end of a port: requests with cancellation, streams with flow control. */
export function createClient(port: Port): RuntimeClient {
  const replies = new Map<number, (result: Result<unknown>) => void>();
  const openStreams = new Map<number, OpenStream>();
  let next = 0;
  let closed = false;

  const post = (message: Upward): void => port.post(message);

  port.onMessage((raw) => {
    const parsed = Envelope.safeParse(raw);
    if (!parsed.success) return;
    const message = parsed.data;
    switch (message.type) {
      case 'reply': {
        const settle = replies.get(message.id);
        replies.delete(message.id);
        settle?.(message.result);
        return;
      }
      case 'frame':
        openStreams.get(message.id)?.deliver(message.payload);
        return;
      case 'end': {
        const open = openStreams.get(message.id);
        openStreams.delete(message.id);
        open?.end(message.fault);
        return;
      }
    }
  });

  port.onClose(() => {
    closed = true;
    for (const settle of replies.values()) settle({ ok: false, fault: lost });
    replies.clear();
    for (const open of openStreams.values()) open.end(lost);
    openStreams.clear();
  });

  return {
    request<N extends CommandName>(name: N, args: CommandArgs<N>, options: { signal?: AbortSignal } = {}) {
      if (closed) return Promise.resolve<Result<CommandReply<N>>>({ ok: false, fault: lost });
      const id = next++;
      return new Promise<Result<CommandReply<N>>>((resolve) => {
        const onAbort = (): void => {
          post({ type: 'cancel', id });
          replies.delete(id);
          resolve(fail('cancelled', 'The request was cancelled.'));
        };
        if (options.signal?.aborted === true) {
          resolve(fail('cancelled', 'The request was cancelled.'));
          return;
        }
        options.signal?.addEventListener('abort', onAbort, { once: true });
        replies.set(id, (result) => {
          options.signal?.removeEventListener('abort', onAbort);
          // The compiler checked the handler's reply against the contract; ports carry it unchanged.
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion
          resolve(result as Result<CommandReply<N>>);
        });
        post({ type: 'request', id, name, args });
      });
    },

    subscribe<N extends StreamName>(
      name: N,
      args: StreamArgs<N>,
      onPayload: (payload: StreamPayload<N>) => void | Promise<void>,
      onEnd?: (fault?: Fault) => void,
    ): Subscription {
      if (closed) {
        onEnd?.(lost);
        return { close: () => undefined };
      }
      const id = next++;
      let tail: Promise<void> = Promise.resolve();
      openStreams.set(id, {
        deliver: (payload) => {
          tail = tail
            // oxlint-disable-next-line typescript/no-unsafe-type-assertion
            .then(() => onPayload(payload as StreamPayload<N>))
            .finally(() => {
              if (!closed && openStreams.has(id)) post({ type: 'ack', id, frames: 1 });
            });
        },
        end: (reason) => onEnd?.(reason),
      });
      post({ type: 'subscribe', id, name, args });
      return {
        close: () => {
          if (openStreams.delete(id) && !closed) post({ type: 'unsubscribe', id });
        },
      };
    },
  };
}

/** Two ports that hand messages to each other in order, asynchronously, by structured clone as real ones do. */
export function portPair(): readonly [Port, Port] {
  const make = () => {
    const messages: ((message: unknown) => void)[] = [];
    const closes: (() => void)[] = [];
    return { messages, closes };
  };
  const a = make();
  const b = make();
  let open = true;
  const shut = (): void => {
    if (!open) return;
    open = false;
    for (const listener of [...a.closes, ...b.closes]) listener();
  };
  const side = (own: ReturnType<typeof make>, other: ReturnType<typeof make>): Port => ({
    post: (message) => {
      const copy: unknown = structuredClone(message);
      queueMicrotask(() => {
        if (open) for (const listener of other.messages) listener(copy);
      });
    },
    onMessage: (listener) => void own.messages.push(listener),
    onClose: (listener) => void own.closes.push(listener),
    close: shut,
  });
  return [side(a, b), side(b, a)];
}
