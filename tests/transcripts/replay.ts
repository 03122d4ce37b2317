import { request as send } from 'node:http';
import { zstdCompressSync } from 'node:zlib';
import { createProvider } from '../../electron/runtime/provider/index.ts';
import { HostRef } from '../../shared/event.ts';
import { isObject } from '../../shared/json.ts';
import type { ShapesDocument } from '../../shared/shapes/document.ts';
import { shapesOf } from '../../shared/shapes/shapes.ts';
import { script } from '../support/probe.ts';
import { record, type Recording } from '../support/recording.ts';
import { openSocket, type SocketClient } from '../support/socket-client.ts';
import { probeTools, registeredFor, SERVER } from './ours.ts';
import { expandAll, type RecordedRequest, type Transcript } from './transcript.ts';

export interface Replay extends Recording {
  readonly document: ShapesDocument;
}

/** Sends what a client once sent to a fresh provider, as that client did, and returns what the program makes of it. */
export async function replay(transcript: Transcript): Promise<Replay> {
  const recording = record();
  const { client, version, modelClass } = transcript;
  const registered = registeredFor(client, version, modelClass);
  const { recorder } = recording;
  const { gate } = recorder;
  const server = gate.server(SERVER);
  recorder.emit({
    kind: 'probe.started',
    source: 'host',
    evidence: 'measured',
    probe: gate.local('probe'),
    client: gate.code(client),
    version: gate.version(version),
    scenario: gate.code('replay'),
    metaWithheld: false,
    origin: 'pinned',
    ...(modelClass === undefined ? {} : { modelClass }),
  });
  for (const [index, { tool, ...definition }] of probeTools.entries()) {
    recorder.emit({
      kind: 'tool.discovered',
      source: 'tap',
      evidence: 'measured',
      server,
      tool: gate.tool(server, tool),
      index,
      page: 0,
      definition: gate.definition(server, definition, 1),
    });
  }
  const provider = await createProvider({
    recorder: recording.recorder,
    profile: registered.profile,
    scenario: script({ root: [[{ do: 'text', text: 'OK' }]] }),
    registeredTools: () => probeTools,
    settings: () => ({ modelClass: registered.plan.modelClass }),
    defaultServer: SERVER,
    exposedTo: HostRef.parse({
      host: client,
      version: registered.profile.version,
      modelClass: registered.plan.modelClass,
    }),
  });
  if (!provider.ok) throw new Error(provider.fault.message);
  const sockets = new Map<number, Line>();
  try {
    for (const request of transcript.requests)
      await play(provider.value.url, expandRequest(request), sockets);
  } finally {
    for (const { client: line } of sockets.values()) line.socket.terminate();
    await provider.value.close();
  }
  answered(transcript, recording);
  return { ...recording, document: shapesOf(recording.events) };
}

interface Line {
  readonly client: SocketClient;
  /** What the provider called its latest response on this socket. */
  response?: string;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function expandRequest(request: RecordedRequest): RecordedRequest {
  const texts = (record_: Record<string, string>): Record<string, string> =>
    Object.fromEntries(Object.entries(record_).map(([key, value]) => [key, text(expandAll(value))]));
  const body = (value: unknown): Record<string, unknown> => {
    const whole = expandAll(value);
    return isObject(whole) ? whole : {};
  };
  switch (request.over) {
    case 'http':
      return {
        ...request,
        headers: texts(request.headers),
        body: request.body === null ? null : body(request.body),
      };
    case 'socket':
      return { ...request, headers: texts(request.headers) };
    case 'frame':
      return { ...request, body: body(request.body) };
  }
}

async function play(url: string, request: RecordedRequest, sockets: Map<number, Line>): Promise<void> {
  switch (request.over) {
    case 'http':
      await post(url, request);
      return;
    case 'socket':
      sockets.set(request.socket, { client: await openSocket(`${url}${request.path}`, request.headers) });
      return;
    case 'frame': {
      const line = sockets.get(request.socket);
      if (line === undefined) throw new Error(`Socket ${request.socket} was never opened.`);
      const { previous_response_id: previous, ...body } = request.body;
      // A client goes on from the response that it was given.
      line.client.send({
        ...body,
        ...(previous === undefined ? {} : { previous_response_id: line.response }),
      });
      const frames = await line.client.answer();
      const last = frames.at(-1)?.['response'];
      if (isObject(last)) line.response = text(last['id']);
    }
  }
}

/** Header names are sent as they were recorded; the transport adds its own. */
function post(
  url: string,
  { method, path, headers, body }: RecordedRequest & { over: 'http' },
): Promise<void> {
  const plain = body === null ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body));
  const bytes = headers['content-encoding'] === 'zstd' ? zstdCompressSync(plain) : plain;
  return new Promise((resolve, reject) => {
    const sent = send(
      `${url}${path}`,
      { method, headers: { ...headers, ...(body === null ? {} : { 'content-length': bytes.length }) } },
      (answer) => {
        answer.resume();
        answer.on('end', resolve);
        answer.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(body === null ? undefined : bytes);
  });
}

/** What the recorded provider had answered, and which calls reached the server: both as ids. */
function answered({ items, calls }: Transcript, { recorder }: Recording): void {
  const { gate } = recorder;
  const server = gate.server(SERVER);
  const exchange = gate.local('exchange');
  const id = (value: string) => gate.wireId(text(expandAll(value)));
  for (const { item, callId } of items) {
    recorder.emit({
      kind: 'response.item',
      source: 'provider',
      evidence: 'measured',
      exchange,
      item: item === null ? gate.local('item') : id(item),
      ...(callId === null ? {} : { callId: id(callId) }),
      itemType: 'other',
      carrier: { kind: 'exec' },
    });
  }
  for (const { tool, meta } of calls) {
    const ids = gate.callMeta(expandAll(meta));
    recorder.emit({
      kind: 'call.started',
      source: 'tap',
      evidence: 'measured',
      call: gate.local('call'),
      server,
      tool: gate.tool(server, tool),
      ...(ids === undefined ? {} : { meta: ids }),
      argumentBytes: 0,
      origin: 'client',
    });
  }
}
