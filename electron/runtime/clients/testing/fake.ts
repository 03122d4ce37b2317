/** A recipe and a client for tests of everything around a client. */
import { join } from 'node:path';
import { jsonLine } from '../json-lines.ts';
import type { LocatedClient } from '../locate.ts';
import type { ClientRecipe, ClientReport, LaunchRequest, OutputReader } from '../types.ts';

export type Order = readonly [verb: string, ...operands: readonly unknown[]];

/** What the fake client printed, by order. */
export interface Said {
  readonly what: string;
  readonly value: unknown;
}

export interface Fake {
  readonly client: LocatedClient;
  readonly said: readonly Said[];
  of(what: string): unknown;
}

/** A client that carries out orders; `{config}` in an operand stands for the file with its server. */
export function fakeClient(orders: (request: LaunchRequest) => readonly Order[]): Fake {
  const said: Said[] = [];
  const reader = (): OutputReader => ({
    line: (text): readonly ClientReport[] => {
      const line = jsonLine(text);
      if (typeof line?.['what'] === 'string') said.push({ what: line['what'], value: line['value'] });
      return [];
    },
    end: () => [{ what: 'turnCompleted' }],
    finalText: () => undefined,
  });
  const recipe: ClientRecipe = {
    id: 'claude',
    title: 'Fake',
    package: 'fake',
    versions: ['1.0.0'],
    licence: 'none',
    program: 'fake-client',
    entry: () => ({ kind: 'node', path: 'fake-client.mjs' }),
    versionPattern: /(\d+\.\d+\.\d+)/,
    ways: [{ wire: 'messages', transport: 'http', login: 'api-key' }],
    modelClasses: [],
    children: 'at-once',
    outside: [],
    managed: [],
    launch: (request) => {
      const config = join(request.scratch.root, 'server.json');
      const text = JSON.stringify(orders(request)).replaceAll('{config}', config);
      return {
        args: [text],
        env: { FAKE_KEY: request.key },
        files: [{ path: config, text: JSON.stringify(request.server) }],
      };
    },
    reader,
  };
  return {
    said,
    of: (what) => said.find((one) => one.what === what)?.value,
    client: {
      recipe,
      version: '1.0.0',
      origin: 'pinned',
      command: process.execPath,
      args: [join(import.meta.dirname, 'fake-client.mjs')],
      env: {},
      path: [],
      folders: [import.meta.dirname],
    },
  };
}
