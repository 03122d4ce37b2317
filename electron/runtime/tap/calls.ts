import type { LocalId } from '../../../shared/event.ts';
import { fault } from '../../../shared/fault.ts';
import { isObject } from '../../../shared/json.ts';
import type { RpcId } from '../mcp/envelope.ts';
import type { LongLine } from '../mcp/lines.ts';
import type { Recording } from '../mcp/recording.ts';
import type { CallOutcome, CallRequest, CallStatus, JsonObject } from '../mcp/types.ts';

interface Call {
  readonly request: CallRequest;
  readonly startedAt: bigint;
  readonly token: string | number | undefined;
}

interface Ended {
  readonly outcome: CallStatus;
  readonly at: bigint;
  readonly bytes?: Buffer;
  readonly result?: JsonObject;
  readonly code?: string;
}

const tokenOf = (meta: JsonObject): string | number | undefined => {
  const token = meta['progressToken'];
  return typeof token === 'string' || typeof token === 'number' ? token : undefined;
};

/** Follows tools/call on a tapped pipe, from the client's request to the server's answer. */
export function createCalls(recording: Recording, mint: () => LocalId) {
  const open = new Map<RpcId, Call>();
  /** Answered with a question back; the client asks again with the answers in hand. */
  const suspended: Call[] = [];

  const finish = (call: Call, ended: Ended): void => {
    const outcome: CallOutcome = {
      call: call.request.call,
      outcome: ended.outcome,
      ...(ended.result === undefined ? {} : { result: ended.result }),
      ...(ended.bytes === undefined ? {} : { raw: ended.bytes.toString('utf8') }),
      resultBytes: ended.bytes?.length ?? 0,
      ...(ended.code === undefined ? {} : { fault: fault(ended.code, 'Seen by the tap.') }),
      findings: [],
      violations: [],
      startedAt: call.startedAt,
      finishedAt: ended.at,
    };
    recording.callFinished(call.request, outcome);
  };
  const take = (id: RpcId): Call | undefined => {
    const call = open.get(id);
    open.delete(id);
    return call;
  };
  const takeSuspended = (params: JsonObject, tool: string): Call | undefined => {
    if (params['inputResponses'] === undefined && params['requestState'] === undefined) return undefined;
    const index = suspended.findIndex((call) => call.request.tool === tool);
    return index === -1 ? undefined : suspended.splice(index, 1)[0];
  };

  return {
    asked: (id: RpcId, message: JsonObject, at: bigint): void => {
      const params = isObject(message['params']) ? message['params'] : {};
      const tool = typeof params['name'] === 'string' ? params['name'] : '';
      const again = takeSuspended(params, tool);
      if (again !== undefined) {
        open.set(id, again);
        return;
      }
      const meta = isObject(params['_meta']) ? params['_meta'] : {};
      const request: CallRequest = {
        call: mint(),
        tool,
        origin: 'host',
        meta,
        ...(isObject(params['arguments']) ? { args: params['arguments'] } : {}),
      };
      open.set(id, { request, startedAt: at, token: tokenOf(meta) });
      recording.callStarted(request, at);
    },

    answered: (id: RpcId, result: JsonObject, bytes: Buffer, at: bigint): void => {
      const call = take(id);
      if (call === undefined) return;
      if (result['resultType'] === 'input_required') suspended.push(call);
      else finish(call, { outcome: result['isError'] === true ? 'toolError' : 'ok', at, bytes, result });
    },

    refused: (id: RpcId, bytes: Buffer, at: bigint): void => {
      const call = take(id);
      if (call !== undefined) finish(call, { outcome: 'protocolError', at, bytes, code: 'rpc-error' });
    },

    /** The answer was longer than any frame that is read; its ends tell of which kind it was. */
    answeredLong: (id: RpcId, line: LongLine, at: bigint): void => {
      const call = take(id);
      if (call === undefined) return;
      const isError = /"error"\s*:/.test(line.head.slice(0, 200));
      const toolError = /"isError"\s*:\s*true/.test(line.tail);
      const outcome = isError ? 'protocolError' : toolError ? 'toolError' : 'ok';
      finish(call, { outcome, at, code: 'frame-too-large' });
    },

    progressed: (params: JsonObject, at: bigint): void => {
      const { progressToken, progress, total } = params;
      if (typeof progress !== 'number') return;
      for (const call of open.values()) {
        if (call.token === undefined || call.token !== progressToken) continue;
        recording.callProgress(call.request, progress, typeof total === 'number' ? total : undefined, at);
      }
    },

    /** The client wants no answer any more. */
    cancelled: (id: RpcId, at: bigint): void => {
      const call = take(id);
      if (call !== undefined) finish(call, { outcome: 'cancelled', at, code: 'cancelled' });
    },

    /** Nothing more can come. */
    lost: (code: string, at: bigint): void => {
      for (const call of [...open.values(), ...suspended.splice(0)])
        finish(call, { outcome: 'transportError', at, code });
      open.clear();
    },
  };
}
