import { join } from 'node:path';
import type { ClientRecipe } from '../types.ts';
import { json, mcpEntry } from './mcp-config.ts';
import { createGeminiReader } from './gemini-output.ts';

export const gemini: ClientRecipe = {
  id: 'gemini',
  title: 'Gemini CLI',
  package: '@google/gemini-cli',
  versions: ['0.61.0'],
  licence: 'Apache-2.0',
  program: 'gemini',
  entry: () => ({ kind: 'node', path: 'node_modules/@google/gemini-cli/bundle/gemini.js' }),
  node: 20,
  versionPattern: /^(\d+\.\d+\.\d+(?:-[\w.-]*\w)?)/m,
  allowsBy: 'mcpServers.SERVER.trust=true',
  ways: [{ wire: 'gemini', transport: 'http', login: 'api-key' }],
  modelClasses: [],
  children: 'after-reply',
  loginPattern: /must specify the GEMINI_API_KEY|set an Auth method/,
  outside: [],
  managed: ['/etc/gemini-cli', '/Library/Application Support/GeminiCli'],
  launch: ({ scratch, server, approve, providerUrl, key, prompt }) => ({
    args: [
      '--skip-trust',
      // Without a model it first asks another one to choose, and that question wants an answer in JSON.
      '-m',
      'gemini-2.5-flash',
      '-o',
      'json',
      // Named here or trusted: else a run without a terminal does not offer the tools at all.
      '--allowed-mcp-server-names',
      server.name,
      '-p',
      prompt,
    ],
    env: { GEMINI_API_KEY: key, GOOGLE_GEMINI_BASE_URL: providerUrl },
    files: [
      {
        path: join(scratch.home, '.gemini', 'settings.json'),
        text: json({
          security: { auth: { selectedType: 'gemini-api-key' } },
          general: { disableAutoUpdate: true, disableUpdateNag: true },
          privacy: { usageStatisticsEnabled: false },
          telemetry: { enabled: false },
          mcpServers: { [server.name]: { ...mcpEntry(server), ...(approve ? { trust: true } : {}) } },
        }),
      },
    ],
  }),
  reader: createGeminiReader,
};
