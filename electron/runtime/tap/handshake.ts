import type { InstanceId } from '../../../shared/event.ts';
import { isObject } from '../../../shared/json.ts';
import { readIdentity } from '../mcp/handshake.ts';
import type { Era, JsonObject, ServerIdentity } from '../mcp/types.ts';
import type { Recorder } from '../recorder.ts';

/** What the client said of itself when it introduced itself; for people, never for events. */
export interface TappedHandshake {
  readonly client: ServerIdentity;
  /** Protocol version that the client asked for. */
  readonly offered?: string;
  /** Protocol version that both go by. */
  readonly chosen?: string;
  readonly era?: Era;
}

const metaPrefix = 'io.modelcontextprotocol/';
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** Follows how client and server of a tapped pipe come to terms, in either era. */
export function createHandshake(recorder: Recorder, serverName: string, instance: InstanceId) {
  const { gate } = recorder;
  const server = gate.server(serverName);
  let state: TappedHandshake = { client: {} };

  const emit = (
    what: 'connecting' | 'ready' | 'closed',
    more: { era?: Era; version?: string | undefined; code?: string | undefined } = {},
  ): void => {
    recorder.emit({
      kind: 'client.state',
      source: 'tap',
      evidence: 'measured',
      instance,
      server,
      state: what,
      transport: 'stdio',
      ...(more.era === undefined ? {} : { era: more.era }),
      ...(more.version === undefined ? {} : { protocolVersion: gate.protocolVersion(more.version) }),
      ...(more.code === undefined ? {} : { code: gate.code(more.code) }),
    });
  };
  const agreed = (era: Era, version: string | undefined): void => {
    if (state.era === era) return;
    state = { ...state, era, ...(version === undefined ? {} : { chosen: version }) };
    emit('ready', { era, version });
  };
  const offers = (client: unknown, version: string | undefined): void => {
    state = {
      ...state,
      client: readIdentity(client),
      ...(version === undefined ? {} : { offered: version }),
    };
  };

  return {
    state: (): TappedHandshake => state,
    emit,
    /** Every request of the newer era names its version; the older one has a request for it. */
    asked: (method: string, message: JsonObject): void => {
      const params = objectOf(message['params']);
      const meta = objectOf(params['_meta']);
      const version = textOf(meta[`${metaPrefix}protocolVersion`]);
      if (method === 'initialize') offers(params['clientInfo'], textOf(params['protocolVersion']));
      else if (version !== undefined && version !== state.offered)
        offers(meta[`${metaPrefix}clientInfo`], version);
    },
    answered: (method: string, result: JsonObject): void => {
      if (method === 'initialize') agreed('legacy', textOf(result['protocolVersion']));
      else if (state.era === undefined && state.offered !== undefined) agreed('modern', state.offered);
    },
  };
}
