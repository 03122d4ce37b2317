import type { JSONRPCMessage, Transport, TransportSendOptions } from '@modelcontextprotocol/client';
import type { Fault } from '../../../shared/fault.ts';
import type { Grace } from './server-process.ts';
import type { JsonObject } from './types.ts';

/** Why a wire ended. `fault` says so when it was not our wish. */
export interface WireEnd {
  readonly wanted: boolean;
  readonly fault?: Fault;
}

/**
 * A transport that is tapped below the protocol client. It can be used before the client is attached (to find the era), and
 * starting it twice does nothing.
 */
export interface Wire extends Transport {
  readonly kind: 'stdio' | 'http' | 'sse';
  readonly pid?: number;
  /** Settles once, when nothing more can come. */
  readonly ended: Promise<WireEnd>;
  /** Somebody is being asked for authorization; no silence counts meanwhile. */
  isAuthorizing?(): boolean;
  send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void>;
  /** Ends the wire and everything behind it. Resolves when it is gone. */
  end(grace?: Grace): Promise<void>;
}

const isMessage = (message: JsonObject): message is JsonObject & JSONRPCMessage =>
  message['jsonrpc'] === '2.0';

/** A message for the protocol client. It was read from the wire and repaired, so its shape is known to be right. */
export const forClient = (message: JsonObject): JSONRPCMessage => {
  if (!isMessage(message)) throw new TypeError('Not a JSON-RPC message.');
  return message;
};

export const plain = (message: JSONRPCMessage): JsonObject => ({ ...message });
