import { setTimeout as sleep } from 'node:timers/promises';
import type { HostPlan } from '../../../shared/hosts/index.ts';
import type { Exchange } from './exchange.ts';
import type { Reply, ReplyPart, StageAction } from './reply.ts';
import type { Sink } from './sink.ts';
import type { ProviderThread, Threads } from './threads.ts';
import type { ContentPart, Encoder, WireEvent } from './wire-events.ts';

/** Does what a scenario wants done beside the wire. Resolves when it is done. */
export type Stage = (action: StageAction) => Promise<void>;

export interface Performance {
  readonly reply: Reply;
  readonly encoder: Encoder;
  readonly sink: Sink;
  readonly exchange: Exchange;
  /** Undefined where the client asks for itself. */
  readonly thread: ProviderThread | undefined;
  readonly threads: Threads;
  readonly plan: HostPlan;
  readonly stage: Stage;
  /** The body of an error answer of this wire. */
  readonly errorBody: (status: number) => object;
  /** The reply is whole, and the client does not know it yet. */
  readonly whole?: () => void;
  /** Ends when the client or the provider goes away. */
  readonly signal: AbortSignal;
}

const now = (): bigint => process.hrtime.bigint();

const isContent = (part: ReplyPart): part is ContentPart =>
  part.kind === 'text' || part.kind === 'call' || part.kind === 'exec' || part.kind === 'search';

/**
 * Plays one reply: thinks, streams, fails or cuts as planned; true when it was played to its end. An item counts from the
 * moment before the event that completes it leaves, so that nothing a client does with it can seem earlier.
 */
export async function perform(show: Performance): Promise<boolean> {
  const { reply, encoder, sink, exchange, thread, threads, plan, signal } = show;
  let chunkMs = 0;
  let streaming = false;

  const pause = async (ms: number): Promise<void> => {
    if (ms > 0) await sleep(ms, undefined, { signal }).catch(() => undefined);
  };
  const send = async (events: Iterable<WireEvent>): Promise<void> => {
    for (const event of events) {
      if (sink.gone || signal.aborted) return;
      const at = now();
      const sent = sink.send(event);
      if (event.finished !== undefined) {
        const { callId, callable } = event.finished;
        if (callId !== undefined && callable !== undefined)
          thread?.issued.push({ callId, name: callable.name });
        exchange.item(encoder.response, event.finished, plan, at);
      }
      await sent;
      await pause(chunkMs);
    }
  };
  const begin = async (): Promise<void> => {
    if (streaming) return;
    streaming = true;
    exchange.started(encoder.response, now());
    await send(encoder.start());
  };

  // A reply that fails before it says anything is an error answer, not a stream.
  const ends = reply.parts.findIndex(({ kind }) => kind === 'fail' || kind === 'drop' || kind === 'end');
  const speaksFirst = reply.parts.slice(0, ends === -1 ? undefined : ends).some(isContent);
  if (speaksFirst || ends === -1) await begin();

  for (const part of reply.parts) {
    if (sink.gone || signal.aborted) break;
    switch (part.kind) {
      case 'pause':
        await pause(part.ms);
        break;
      case 'meet':
        await Promise.race([threads.met(part.child), pause(part.timeoutMs)]);
        break;
      case 'pace':
        chunkMs = part.chunkMs;
        break;
      case 'stage':
        await show.stage(part.action);
        break;
      case 'text':
      case 'call':
      case 'exec':
      case 'search':
        if (part.kind === 'call' && part.spawns !== undefined && thread !== undefined)
          threads.spawned(part.spawns, thread);
        await send(encoder.part(part));
        break;
      case 'fail':
        reply.commit();
        if (streaming) {
          await send(encoder.fail(part.status));
          sink.end();
        } else {
          sink.refuse(part.status, show.errorBody(part.status));
        }
        exchange.failed(
          `http-${part.status}`,
          { ...(streaming ? { response: encoder.response } : {}), status: part.status },
          now(),
        );
        return false;
      case 'drop':
        reply.commit();
        sink.cut();
        exchange.failed('dropped', streaming ? { response: encoder.response } : {}, now());
        return false;
      case 'end':
        reply.commit();
        sink.stop();
        exchange.failed('ended-early', streaming ? { response: encoder.response } : {}, now());
        return false;
    }
  }

  if (sink.gone || signal.aborted) {
    exchange.failed('client-gone', streaming ? { response: encoder.response } : {}, now());
    return false;
  }
  reply.commit();
  show.whole?.();
  await send(encoder.finish());
  exchange.completed(encoder.response, now());
  sink.end();
  return true;
}
