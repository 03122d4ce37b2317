import { failureText } from './failure-text.ts';
import { MODEL, newId } from './ids.ts';
import type { CallPart } from './reply.ts';
import { pieces, TEXT_PIECE, type Encoder, type WireEvent } from './wire-events.ts';

type Part = Readonly<Record<string, unknown>>;

const usageMetadata = { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 };

/** Gemini `generateContent` and `streamGenerateContent`. A call comes whole, in one chunk. */
export function createGeminiEncoder(): Encoder {
  const response = newId.generation();
  const parts: Part[] = [];
  const tail = { modelVersion: MODEL, responseId: response };

  const chunk = (part: Part): WireEvent => ({
    data: { candidates: [{ content: { role: 'model', parts: [part] }, index: 0 }], ...tail },
  });

  function* text(whole: string): Generator<WireEvent> {
    const index = parts.push({ text: whole }) - 1;
    const some = whole === '' ? [''] : pieces(whole, TEXT_PIECE);
    for (const [at, piece] of some.entries()) {
      yield {
        ...chunk({ text: piece }),
        // Texts have no ids on this wire.
        ...(at === some.length - 1 ? { finished: { item: `${response} ${index}`, type: 'text' } } : {}),
      };
    }
  }

  function* functionCall({ callable: { name }, args }: CallPart): Generator<WireEvent> {
    const id = newId.call();
    const part = { functionCall: { id, name, args } };
    parts.push(part);
    yield {
      ...chunk(part),
      finished: {
        item: id,
        callId: id,
        type: 'function_call',
        callable: { type: 'function_call', name },
        args,
      },
    };
  }

  const whole = (content: readonly Part[]): Part => ({
    candidates: [{ content: { role: 'model', parts: content }, finishReason: 'STOP', index: 0 }],
    usageMetadata,
    ...tail,
  });

  return {
    response,
    start: () => [],
    part: (part) => {
      switch (part.kind) {
        case 'text':
          return text(part.text);
        case 'call':
          return functionCall(part);
        case 'exec':
        case 'search':
          // No client of this wire has such items; the player makes none for it.
          return [];
      }
    },
    finish: function* () {
      yield { data: whole([{ text: '' }]) };
    },
    fail: function* (status) {
      yield { data: geminiError(status) };
    },
    document: () => whole(parts),
  };
}

const statusWord = (status: number): string => {
  if (status === 503) return 'UNAVAILABLE';
  if (status >= 500) return 'INTERNAL';
  if (status === 429) return 'RESOURCE_EXHAUSTED';
  if (status === 404) return 'NOT_FOUND';
  if (status === 403) return 'PERMISSION_DENIED';
  if (status === 401) return 'UNAUTHENTICATED';
  return 'INVALID_ARGUMENT';
};

/** The body of an answer that is an error; the same object ends a stream that already began. */
export const geminiError = (status: number): Part => ({
  error: { code: status, message: failureText(status), status: statusWord(status) },
});
