import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ServerConfig } from '../../../shared/contract.ts';
import { resolvePlayed } from '../../../shared/hosts/index.ts';
import { script } from '../../../tests/support/probe.ts';
import { record } from '../../../tests/support/recording.ts';
import { connectServer } from '../mcp/connect.ts';
import { createProvider, MODEL } from '../provider/index.ts';
import { createAnswerer, createHost, hostServer } from './index.ts';

interface Body {
  readonly tools?: readonly Record<string, unknown>[];
  readonly input: readonly Record<string, unknown>[];
}

/** Stands between host and provider and keeps what was asked; not one byte is changed. */
async function listenIn(target: string) {
  const bodies: Body[] = [];
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = Buffer.concat(chunks);
      bodies.push(JSON.parse(body.toString('utf8')));
      const onward = httpRequest(
        `${target}${incoming.url}`,
        { method: incoming.method, headers: incoming.headers },
        (answer) => {
          outgoing.writeHead(answer.statusCode ?? 0, answer.headers);
          answer.pipe(outgoing);
        },
      );
      onward.end(body);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    bodies,
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}

const one = script(
  {
    root: [
      [{ do: 'search', query: 'structured records', limit: 1 }],
      [{ do: 'call', tool: 'structured_lookup', args: { query: 'found' } }],
      [{ do: 'text', text: 'OK' }],
    ],
  },
  { hosts: ['codex'] },
);

describe('one round trip over a real stdio server', { timeout: 60_000 }, () => {
  it('goes from a deferred tool to a function-call output with the structured result', async () => {
    const { recorder, of } = record();
    const profile = resolvePlayed('codex')?.profile;
    if (profile === undefined) throw new Error('no profile');
    const { signal } = new AbortController();
    const started = await createProvider({
      recorder,
      profile,
      scenario: one,
      registeredTools: () => host.tools(),
      settings: () => host.settings(),
    });
    if (!started.ok) throw new Error(started.fault.message);
    const provider = started.value;
    const between = await listenIn(provider.url);
    const config = ServerConfig.parse({
      name: 'shape_probe',
      required: true,
      transport: {
        kind: 'stdio',
        command: process.execPath,
        args: [join(import.meta.dirname, '..', '..', 'probe-servers', 'shape-probe-legacy.ts')],
        env: {},
      },
    });
    const host = createHost({
      recorder,
      profile,
      modelClass: 'search',
      config: {
        contributions: [{ origin: 'user', action: 'set', server: hostServer(config) }],
        pluginsAvailable: false,
      },
      environments: [{ id: 'local', available: true }],
      approval: {},
      answerer: createAnswerer({ answers: one.answers, mode: 'scenario', defaultServer: 'shape_probe' }),
      connect: (server, stop) =>
        connectServer({
          config: server,
          recorder,
          instance: recorder.gate.instance(recorder.gate.server(server.name), 1),
          version: '0.0.0',
          signal: stop,
        }),
      provider: { url: between.url, key: 'k', model: MODEL, program: (callId) => provider.program(callId) },
      signal,
    });
    try {
      expect(await host.run('Go.')).toEqual({ ok: true, value: 'OK' });
    } finally {
      await host.close();
      await between.close();
      await provider.close();
    }

    const [first, second, third] = between.bodies;
    expect(between.bodies).toHaveLength(3);
    // Declared: a search tool and not the tool.
    expect(first?.tools?.some((tool) => tool['type'] === 'tool_search')).toBe(true);
    expect(JSON.stringify(first)).not.toContain('structured_lookup');
    // Found: the namespace with the tool in it.
    expect(second?.input.at(-1)).toMatchObject({
      type: 'tool_search_output',
      status: 'completed',
      tools: [
        {
          type: 'namespace',
          name: 'mcp__shape_probe',
          tools: [{ name: 'structured_lookup', defer_loading: true }],
        },
      ],
    });
    // Called, run, and answered with the structured result alone.
    const [call, output] = third?.input.slice(-2) ?? [];
    expect(call).toMatchObject({
      type: 'function_call',
      namespace: 'mcp__shape_probe',
      name: 'structured_lookup',
    });
    expect(output).toMatchObject({ type: 'function_call_output', call_id: call?.['call_id'] });
    const text = String(output?.['output']);
    expect(text).toMatch(/^Wall time: [\d.]+ seconds\nOutput:\n/);
    expect(JSON.parse(text.slice(text.indexOf('{')))).toEqual({
      total: 1,
      records: [{ id: 'r1', title: 'Synthetic record 1' }],
    });
    expect(of('call.started')[0]).toMatchObject({
      server: 'shape_probe',
      tool: 'structured_lookup',
      origin: 'host',
    });
    // Of all this text nothing is on record.
    expect(JSON.stringify(of('exchange.request'))).not.toContain('Synthetic record');
  });
});
