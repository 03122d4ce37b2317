import { request as httpRequest, type Agent, type ClientRequest, type IncomingMessage } from 'node:http';
import { createParser } from 'eventsource-parser';
import { fail, ok, type Result } from '../../../../shared/fault.ts';
import { formatJson, parseJson } from '../../../../shared/json.ts';

export interface StreamRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
  readonly agent: Agent;
  readonly signal: AbortSignal;
  readonly onEvent: (type: string, data: unknown) => void;
}

/** Asks and reads the stream to its end. A status of 400 and above, or a broken connection, is a fault. */
export async function streamRequest(options: StreamRequest): Promise<Result<void>> {
  const { signal } = options;
  if (signal.aborted) return cancelled;
  const { request, response: answered } = open(options);
  const giveUp = (): void => void request.destroy();
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    const response = await answered;
    if (response === undefined) return signal.aborted ? cancelled : disconnected;
    const status = response.statusCode ?? 0;
    const failed = status >= 400;
    const parser = createParser({
      onEvent: ({ event, data }) => {
        const parsed = readData(data);
        if (parsed !== undefined) options.onEvent(event ?? 'message', parsed);
      },
    });
    response.setEncoding('utf8');
    for await (const chunk of response as AsyncIterable<string>) if (!failed) parser.feed(chunk);
    return failed ? fail(`http-${status}`, `The provider answered with HTTP ${status}.`) : ok(undefined);
  } catch {
    return signal.aborted ? cancelled : disconnected;
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

const cancelled = fail('cancelled', 'The request was cancelled.');
export const disconnected = fail(
  'stream-disconnected',
  'The stream disconnected before the response was complete.',
);

/** The answer, or undefined when the connection broke before there was one. */
function open(options: StreamRequest): {
  request: ClientRequest;
  response: Promise<IncomingMessage | undefined>;
} {
  const text = formatJson(options.body);
  const { promise, resolve } = Promise.withResolvers<IncomingMessage | undefined>();
  const request = httpRequest(options.url, {
    method: 'POST',
    agent: options.agent,
    headers: {
      ...options.headers,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    },
  });
  request.on('response', resolve);
  request.on('error', () => resolve(undefined));
  request.end(text);
  return { request, response: promise };
}

function readData(data: string): unknown {
  try {
    return parseJson(data);
  } catch {
    return undefined;
  }
}
