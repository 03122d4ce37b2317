import { isObject } from '../../../shared/json.ts';
import type { RpcId } from './envelope.ts';
import { finding, type McpFinding } from './findings.ts';
import type { Interactions } from './interactions.ts';
import type { Era, JsonObject } from './types.ts';
import { forClient, type Wire } from './wire.ts';

/** What a server sends of its own accord. */
export interface Inbound {
  request(id: RpcId, method: string, params: JsonObject): void;
  notification(method: string, params: JsonObject): void;
}

interface InboundOptions {
  readonly wire: Wire;
  readonly find: (found: McpFinding) => void;
  readonly era: Era;
  readonly interactions: Interactions;
  readonly onNotification: (method: string, params: JsonObject) => void;
}

/** Answers the server's requests on their wire and passes its notifications on. */
export const createInbound = (options: InboundOptions): Inbound => {
  const { wire, find, era, interactions } = options;
  const answering = new Map<RpcId, AbortController>();

  const respond = async (id: RpcId, method: string, params: JsonObject): Promise<void> => {
    const withdrawn = new AbortController();
    answering.set(id, withdrawn);
    const reply = await interactions.answer(method, params, withdrawn.signal);
    if (answering.get(id) === withdrawn) answering.delete(id);
    if (withdrawn.signal.aborted) return; // A cancelled request gets no answer.
    await wire.send(forClient({ jsonrpc: '2.0', id, ...reply })).catch(() => undefined); // The end of the wire tells.
  };

  void wire.ended.then(() => answering.forEach((controller) => controller.abort()));

  return {
    request: (id, method, params) => {
      // Revision 2026-07-28 has no requests of the server, and clients never send responses.
      if (era === 'modern') find(finding('request-in-modern-era', { detail: method }));
      else void respond(id, method, params);
    },
    notification: (method, params) => {
      if (method === 'notifications/cancelled') {
        const id = params['requestId'];
        if (typeof id === 'string' || typeof id === 'number') answering.get(id)?.abort();
      }
      options.onNotification(method, params);
    },
  };
};

export const paramsOf = (message: JsonObject): JsonObject => {
  const params = message['params'];
  return isObject(params) ? params : {};
};
