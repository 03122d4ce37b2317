import {
  commands,
  streams,
  type CommandArgs,
  type CommandName,
  type StreamArgs,
  type StreamName,
} from '../../shared/contract.ts';
import { fail, fault, type Result } from '../../shared/fault.ts';
import { Upward, WINDOW_FRAMES, type Downward, type Port } from '../../shared/rpc.ts';
import type { Feed, Handlers, StreamHandlers } from './handlers.ts';

/** What a port is served from. */
export interface Service {
  readonly handlers: Handlers;
  readonly streams: StreamHandlers;
}

/** One flush a display frame; more would only make more, smaller messages. */
const FLUSH_MS = 16;

/** The runtime's end of a port: checks names and arguments, answers requests, feeds streams within the window's pace. */
export function servePort(service: Service, port: Port): void {
  const requests = new Map<number, AbortController>();
  const subscriptions = new Map<number, Subscriber>();

  const post = (message: Downward): void => port.post(message);

  const answer = async (id: number, name: string, args: unknown): Promise<void> => {
    const abort = new AbortController();
    requests.set(id, abort);
    const result = await run(service.handlers, name, args, abort.signal);
    if (requests.delete(id)) post({ type: 'reply', id, result });
  };

  const subscribe = async (id: number, name: string, args: unknown): Promise<void> => {
    const subscriber = new Subscriber((payload) => post({ type: 'frame', id, payload }));
    subscriptions.set(id, subscriber);
    const feed = await openFeed(service.streams, name, args);
    if (!subscriptions.has(id)) return;
    if (!feed.ok) {
      subscriptions.delete(id);
      post({ type: 'end', id, fault: feed.fault });
      return;
    }
    subscriber.start(feed.value);
  };

  port.onMessage((raw) => {
    const parsed = Upward.safeParse(raw);
    if (!parsed.success) return;
    const message = parsed.data;
    switch (message.type) {
      case 'request':
        void answer(message.id, message.name, message.args);
        return;
      case 'cancel':
        requests.get(message.id)?.abort();
        requests.delete(message.id);
        return;
      case 'subscribe':
        void subscribe(message.id, message.name, message.args);
        return;
      case 'unsubscribe':
        subscriptions.get(message.id)?.stop();
        subscriptions.delete(message.id);
        return;
      case 'ack':
        subscriptions.get(message.id)?.acknowledge(message.frames);
        return;
    }
  });

  port.onClose(() => {
    for (const abort of requests.values()) abort.abort();
    requests.clear();
    for (const subscriber of subscriptions.values()) subscriber.stop();
    subscriptions.clear();
  });
}

/** Paces one stream: one flush per 16 ms, at most eight frames unacknowledged, the rest waits in the feed. */
class Subscriber {
  readonly #send: (payload: unknown) => void;
  #feed: Feed<unknown> | undefined;
  #stopFeed: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #unacknowledged = 0;

  constructor(send: (payload: unknown) => void) {
    this.#send = send;
  }

  start(feed: Feed<unknown>): void {
    this.#feed = feed;
    this.#stopFeed = feed.onReady(() => this.#schedule());
    this.#flush();
  }

  acknowledge(frames: number): void {
    const wasFull = this.#unacknowledged >= WINDOW_FRAMES;
    this.#unacknowledged = Math.max(0, this.#unacknowledged - frames);
    if (wasFull) this.#flush();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#stopFeed?.();
    this.#feed = undefined;
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => this.#flush(), FLUSH_MS);
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#feed !== undefined && this.#unacknowledged < WINDOW_FRAMES) {
      const payload = this.#feed.next();
      if (payload === undefined) return;
      this.#unacknowledged++;
      this.#send(payload);
    }
  }
}

const isCommand = (name: string): name is CommandName => Object.hasOwn(commands, name);
const isStream = (name: string): name is StreamName => Object.hasOwn(streams, name);

const badArguments = (name: string, where: string): Result<never> =>
  fail('bad-arguments', `The arguments of ${name} do not fit the contract.`, {
    cause: where === '' ? undefined : `See ${where}.`,
    next: 'Window and runtime may be of different versions: restart the program.',
  });

async function run(
  handlers: Handlers,
  name: string,
  args: unknown,
  signal: AbortSignal,
): Promise<Result<unknown>> {
  if (!isCommand(name)) return fail('unknown-command', `There is no command "${name.slice(0, 80)}".`);
  const parsed = commands[name].args.safeParse(args);
  if (!parsed.success) return badArguments(name, parsed.error.issues[0]?.path.join('.') ?? '');
  try {
    return await call(handlers, name, parsed.data, signal);
  } catch (error) {
    // A handler answers with values; what is thrown all the same is a fault of ours and must not take the port down.
    return fail('internal', `${name} failed inside Throughline.`, {
      cause: error instanceof Error ? error.message : undefined,
      next: 'Please report this with what you did just before.',
    });
  }
}

// The table pairs each name with its own handler; TypeScript cannot follow a name from a union to its pair.
const call = <N extends CommandName>(handlers: Handlers, name: N, args: unknown, signal: AbortSignal) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  handlers[name](args as CommandArgs<N>, { signal });

async function openFeed(
  handlers: StreamHandlers,
  name: string,
  args: unknown,
): Promise<Result<Feed<unknown>>> {
  if (!isStream(name))
    return { ok: false, fault: fault('unknown-stream', `There is no stream "${name.slice(0, 80)}".`) };
  const parsed = streams[name].args.safeParse(args);
  if (!parsed.success) return badArguments(name, parsed.error.issues[0]?.path.join('.') ?? '');
  return watch(handlers, name, parsed.data);
}

const watch = <N extends StreamName>(handlers: StreamHandlers, name: N, args: unknown) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  handlers[name](args as StreamArgs<N>);
