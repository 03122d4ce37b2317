import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import * as z from 'zod';
import { answerFrame, random, sound, strayFrame } from './frames.mjs';

const Request = z.looseObject({
  /** What the client answers to a broken request may have any id. */
  id: z.unknown().optional(),
  method: z.string().optional(),
  params: z.looseObject({ protocolVersion: z.string().optional() }).optional(),
});

export interface FrameServer {
  readonly url: string;
  /** Broken frames sent so far. */
  readonly made: () => number;
  close(): Promise<void>;
}

/** The same as an event stream over Streamable HTTP, now and then as one JSON body. */
export async function startFrameServer(seed: number, strays: number): Promise<FrameServer> {
  const dice = random(seed);
  let made = 0;
  const server: Server = createServer((request, response) => {
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => void parts.push(part));
    request.on('end', () => {
      const { id, method, params } = Request.parse(JSON.parse(Buffer.concat(parts).toString()));
      const json = (message: object): void => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(message));
      };
      if ((typeof id !== 'string' && typeof id !== 'number') || method === undefined)
        return void response.writeHead(202).end();
      if (method === 'initialize') {
        const capabilities = { tools: {}, resources: {}, prompts: {}, completions: {}, logging: {} };
        const serverInfo = { name: 'frames', version: '1.0.0' };
        return json({
          jsonrpc: '2.0',
          id,
          result: { protocolVersion: params?.protocolVersion, capabilities, serverInfo },
        });
      }
      if (!(method in sound))
        return json({ jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } });
      if (dice.below(10) === 0) {
        made++;
        response.writeHead(200, { 'content-type': 'application/json' }).end(answerFrame(dice, id, method));
        return;
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const frames = Array.from({ length: strays }, () => strayFrame(dice));
      frames.push(answerFrame(dice, id, method));
      made += frames.length;
      frames.push(
        Buffer.from(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32000, message: 'end' } })),
      );
      for (const frame of frames) response.write(Buffer.concat([data, frame, end]));
      response.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = z
    .object({ port: z.number() })
    .parse(server.address() satisfies AddressInfo | string | null);
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    made: () => made,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const data = Buffer.from('data: ');
const end = Buffer.from('\n\n');
