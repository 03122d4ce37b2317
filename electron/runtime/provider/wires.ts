import type { EventOf } from '../../../shared/event.ts';
import type { HostWire } from '../../../shared/hosts/index.ts';
import { MODEL } from './ids.ts';
import { createChatEncoder, chatError } from './chat.ts';
import { createGeminiEncoder, geminiError } from './gemini.ts';
import { createMessagesEncoder, messagesError } from './messages.ts';
import type { ExecPart } from './reply.ts';
import type { JsonBody } from './request-body.ts';
import { createResponsesEncoder, responsesError } from './responses.ts';
import type { Encoder } from './wire-events.ts';

/** What events call a wire. */
export const wireName = (wire: HostWire): EventOf<'exchange.opened'>['wire'] =>
  wire === 'messages' ? 'anthropic' : wire;

/** The body of an answer that is an error before any stream began. */
export function errorBody(wire: HostWire, status: number): Readonly<Record<string, unknown>> {
  switch (wire) {
    case 'messages':
      return messagesError(status);
    case 'responses':
      return responsesError(status);
    case 'chat':
      return chatError(status);
    case 'gemini':
      return geminiError(status);
  }
}

/** Writes the answer to this request in its own wire. `onProgram` learns what a code-mode call does. */
export function encoderFor(
  wire: HostWire,
  body: JsonBody,
  onProgram: (callId: string, part: ExecPart) => void,
): Encoder {
  const model = body['model'] ?? MODEL;
  switch (wire) {
    case 'messages':
      return createMessagesEncoder(model);
    case 'responses':
      return createResponsesEncoder(model, body, onProgram);
    case 'chat':
      return createChatEncoder(model, body);
    case 'gemini':
      return createGeminiEncoder();
  }
}
