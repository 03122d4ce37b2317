import { request as httpRequest, type Agent, type IncomingMessage } from 'node:http';
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
  const opened = await open(options);
  if (!opened.ok) return opened;
  const response = opened.value;
  const status = response.statusCode ?? 0;
  if (status >= 400) {
    response.resume();
    return fail(`http-${status}`, `The provider answered with HTTP ${status}.`);
  }
  const parser = createParser({
    onEvent: ({ event, data }) => {
      const parsed = readData(data);
      if (parsed !== undefined) options.onEvent(event ?? 'message', parsed);
    },
  });
  response.setEncoding('utf8');
  try {
    for await (const chunk of response as AsyncIterable<string>) parser.feed(chunk);
  } catch {
    return options.signal.aborted ? cancelled : disconnected;
  }
  return ok(undefined);
}

const cancelled = fail('cancelled', 'The request was cancelled.');
export const disconnected = fail(
  'stream-disconnected',
  'The stream disconnected before the response was complete.',
);

function open(options: StreamRequest): Promise<Result<IncomingMessage>> {
  const text = formatJson(options.body);
  return new Promise((resolve) => {
    const request = httpRequest(
      options.url,
      {
        method: 'POST',
        agent: options.agent,
        signal: options.signal,
        headers: {
          ...options.headers,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
        },
      },
      (response) => resolve(ok(response)),
    );
    request.on('error', () => resolve(options.signal.aborted ? cancelled : disconnected));
    request.end(text);
  });
}

function readData(data: string): unknown {
  try {
    return parseJson(data);
  } catch {
    return undefined;
  }
}
