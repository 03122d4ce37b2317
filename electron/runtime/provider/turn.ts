import type { IncomingHttpHeaders } from 'node:http';
import type { HostWire } from '../../../shared/hosts/index.ts';
import { previousOf } from './conversations.ts';
import type { Desk } from './desk.ts';
import type { Exchange, RequestFacts } from './exchange.ts';
import { readIdentity } from './identity.ts';
import { observe } from './observe.ts';
import { newOutputs } from './outputs.ts';
import { perform } from './play.ts';
import type { Reply } from './reply.ts';
import type { JsonBody } from './request-body.ts';
import type { Sink } from './sink.ts';
import { remember, type ProviderThread } from './threads.ts';
import { wantedJson } from './wanted-json.ts';
import type { Encoder } from './wire-events.ts';
import { encoderFor, errorBody } from './wires.ts';

/** One request to the model, whatever carried it. */
export interface ModelRequest {
  readonly wire: HostWire;
  readonly facts: RequestFacts;
  readonly headers: IncomingHttpHeaders;
  /** The whole of it: what a client left out because it said it before is in its place again. */
  readonly body: JsonBody;
  readonly exchange: Exchange;
  readonly sinkFor: (encoder: Encoder) => Sink;
  /** The reply is whole, and the client does not know it yet. */
  readonly whole?: (encoder: Encoder) => void;
  /** Ends when the client goes away. */
  readonly gone: AbortSignal;
}

const now = (): bigint => process.hrtime.bigint();

/** Finds out whose request it is and plays the next reply of that thread. True when the reply was played to its end. */
export async function answerModel(desk: Desk, request: ModelRequest): Promise<boolean> {
  const { wire, body, exchange, facts } = request;
  const registered = desk.registered();
  const ids = readIdentity(desk.profile, request.headers, body);
  const sight = observe(body, registered, desk.recorder.gate);
  const prewarm = ids.purpose === 'prewarm';
  const side =
    ids.purpose === 'other' || (!prewarm && !asksForTurn(desk.threads.known(ids, body), sight.toolCount));
  const thread = side ? undefined : desk.threads.of(ids, body);
  if (thread !== undefined) remember(thread, sight);
  const previous = previousOf(body);
  exchange.request(
    {
      ...facts,
      sight,
      outputs: thread === undefined ? [] : newOutputs(thread, body),
      previous,
      prewarm,
      side,
    },
    thread,
  );
  if (thread !== undefined) {
    const { tools } = registered;
    desk.exposed?.({
      exchange: exchange.id,
      thread: thread.id,
      tools,
      sight,
      continues: previous !== undefined,
    });
  }

  const encoder = encoderFor(wire, body, (callId, part) => desk.onProgram(callId, part.program));
  const sink = request.sinkFor(encoder);
  const played = await perform({
    reply: replyFor(),
    encoder,
    sink,
    exchange,
    thread,
    threads: desk.threads,
    plan: registered.plan,
    stage: desk.stage,
    errorBody: (status) => errorBody(wire, status),
    whole: () => request.whole?.(encoder),
    signal: AbortSignal.any([desk.signal, request.gone]),
  });
  exchange.closed(sink.status, sink.bytes, now());
  return played;

  function replyFor(): Reply {
    if (thread === undefined) return says([{ kind: 'text', text: wantedJson(body) ?? 'OK' }]);
    return prewarm ? says([]) : desk.player.reply(thread, registered.plan, wire);
  }
}

const says = (parts: Reply['parts']): Reply => ({ parts, commit: () => undefined });

/** Clients also ask for titles and summaries; such a request declares no tools, and its thread never did. */
const asksForTurn = (thread: ProviderThread | undefined, toolCount: number): boolean =>
  toolCount > 0 || (thread !== undefined && (thread.callables.size > 0 || thread.own.size > 0));
