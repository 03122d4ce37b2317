import type { Era } from '../../electron/runtime/mcp/types.ts';

/** A server that other people wrote, as it is on the registry. Made-up keys; nothing here reaches the network. */
export interface RealServer {
  readonly package: string;
  readonly version: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Files in the scratch folder of the run; `{folder}` in arguments and variables names that folder. */
  readonly files?: Readonly<Record<string, string>>;
  /** Started apart and reached there; `{port}` in arguments and variables is the port. */
  readonly http?: { readonly path: string; readonly host?: string };
  readonly era: Era;
  readonly transport?: 'stdio' | 'http' | 'sse';
  /** At least so many, or `fails` where the list cannot be had without a network or an account. */
  readonly tools: number | 'fails';
  readonly call?: {
    readonly tool: string;
    readonly args: Readonly<Record<string, unknown>>;
    readonly outcome?: 'ok' | 'toolError';
  };
  readonly resource?: string;
  readonly prompt?: { readonly name: string; readonly args?: Readonly<Record<string, string>> };
}

const openapi = JSON.stringify({
  openapi: '3.0.0',
  info: { title: 't', version: '1' },
  paths: { '/a': { get: { operationId: 'getA', responses: { 200: { description: 'fine' } } } } },
});
const kubeconfig = `apiVersion: v1
kind: Config
clusters: [{name: c, cluster: {server: 'http://127.0.0.1:9'}}]
contexts: [{name: x, context: {cluster: c, user: u}}]
current-context: x
users: [{name: u, user: {token: none}}]
`;
const everything = { package: '@modelcontextprotocol/server-everything', version: '2026.8.31' };
const git = { package: '@cyanheads/git-mcp-server', version: '2.15.3' };
const context7 = { package: '@upstash/context7-mcp', version: '4.1.1' };
const dbhub = { package: '@bytebase/dbhub', version: '1.4.0' };

export const realServers: readonly RealServer[] = [
  {
    ...everything,
    era: 'legacy',
    tools: 13,
    call: { tool: 'get-sum', args: { a: 1, b: 2 } },
    resource: 'demo://resource/static/document/features.md',
    prompt: { name: 'simple-prompt' },
  },
  {
    ...everything,
    args: ['streamableHttp'],
    env: { PORT: '{port}' },
    http: { path: '/mcp' },
    era: 'legacy',
    transport: 'http',
    tools: 13,
    call: { tool: 'echo', args: { message: 'x' } },
  },
  {
    ...everything,
    args: ['sse'],
    env: { PORT: '{port}' },
    http: { path: '/sse' },
    era: 'legacy',
    transport: 'sse',
    tools: 13,
    call: { tool: 'echo', args: { message: 'x' } },
  },
  {
    package: '@modelcontextprotocol/server-filesystem',
    version: '2026.8.31',
    args: ['{folder}'],
    files: { 'a.txt': 'hello' },
    era: 'legacy',
    tools: 14,
    call: { tool: 'list_directory', args: { path: '{folder}' } },
  },
  {
    package: '@modelcontextprotocol/server-memory',
    version: '2026.8.31',
    env: { MEMORY_FILE_PATH: '{folder}/memory.jsonl' },
    era: 'legacy',
    tools: 9,
    call: { tool: 'read_graph', args: {} },
  },
  {
    package: '@modelcontextprotocol/server-sequential-thinking',
    version: '2026.8.31',
    era: 'legacy',
    tools: 1,
    call: {
      tool: 'sequentialthinking',
      args: { thought: 'a', nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 },
    },
  },
  { package: '@modelcontextprotocol/server-github', version: '2025.4.8', era: 'legacy', tools: 26 },
  {
    package: '@modelcontextprotocol/server-postgres',
    version: '0.6.2',
    args: ['postgresql://127.0.0.1:9/none'],
    era: 'legacy',
    tools: 1,
  },
  {
    package: '@modelcontextprotocol/server-pdf',
    version: '2.0.4',
    args: ['--stdio'],
    era: 'legacy',
    tools: 9,
  },
  {
    package: '@modelcontextprotocol/server-system-monitor',
    version: '2.0.3',
    args: ['--stdio'],
    era: 'legacy',
    tools: 2,
  },
  {
    package: '@modelcontextprotocol/server-basic-react',
    version: '2.0.3',
    args: ['--stdio'],
    era: 'legacy',
    tools: 1,
    call: { tool: 'get-time', args: {} },
  },
  {
    package: '@modelcontextprotocol/server-budget-allocator',
    version: '2.0.3',
    args: ['--stdio'],
    era: 'legacy',
    tools: 1,
    call: { tool: 'get-budget-data', args: {} },
  },
  { package: '@playwright/mcp', version: '0.0.83', args: ['--headless'], era: 'legacy', tools: 20 },
  { package: 'chrome-devtools-mcp', version: '1.11.0', args: ['--headless'], era: 'legacy', tools: 20 },
  {
    package: 'firecrawl-mcp',
    version: '3.26.0',
    env: { FIRECRAWL_API_KEY: 'made-up' },
    era: 'legacy',
    tools: 20,
  },
  {
    ...git,
    era: 'legacy',
    tools: 20,
    call: { tool: 'git_status', args: { path: '{folder}' }, outcome: 'toolError' },
  },
  {
    ...git,
    env: { MCP_TRANSPORT_TYPE: 'http', MCP_HTTP_PORT: '{port}', MCP_HTTP_HOST: '127.0.0.1' },
    http: { path: '/mcp' },
    era: 'legacy',
    transport: 'http',
    tools: 20,
  },
  {
    package: '@notionhq/notion-mcp-server',
    version: '2.5.2',
    env: { NOTION_TOKEN: 'made-up' },
    era: 'legacy',
    tools: 20,
  },
  { package: '@antv/mcp-server-chart', version: '0.9.10', era: 'legacy', tools: 20 },
  { ...context7, era: 'modern', tools: 2 },
  {
    ...context7,
    args: ['--transport', 'http', '--port', '{port}'],
    http: { path: '/mcp', host: 'localhost' },
    era: 'modern',
    transport: 'http',
    tools: 2,
  },
  {
    package: '@supabase/mcp-server-supabase',
    version: '0.13.0',
    args: ['--access-token=sbp_0000000000000000000000000000000000000000'],
    era: 'modern',
    tools: 'fails',
  },
  {
    package: 'kubernetes-mcp-server',
    version: '0.0.67',
    env: { KUBECONFIG: '{folder}/config' },
    files: { config: kubeconfig },
    era: 'modern',
    tools: 15,
  },
  {
    ...dbhub,
    args: ['--transport', 'stdio', '--dsn', 'sqlite:///:memory:'],
    era: 'modern',
    tools: 2,
    call: { tool: 'execute_sql', args: { sql: 'select 1 as one' } },
  },
  {
    ...dbhub,
    args: ['--transport', 'http', '--port', '{port}', '--dsn', 'sqlite:///:memory:'],
    http: { path: '/mcp', host: 'localhost' },
    era: 'modern',
    transport: 'http',
    tools: 2,
    call: { tool: 'execute_sql', args: { sql: 'select 1 as one' } },
  },
  {
    package: 'mcp-server-code-runner',
    version: '0.1.8',
    era: 'legacy',
    tools: 1,
    call: { tool: 'run-code', args: { code: 'echo hello', languageId: 'shellscript' } },
  },
  {
    package: '@ivotoby/openapi-mcp-server',
    version: '1.16.1',
    args: ['--api-base-url', 'http://127.0.0.1:9', '--openapi-spec', '{folder}/api.json'],
    files: { 'api.json': openapi },
    era: 'legacy',
    tools: 1,
  },
  { package: 'repomix', version: '1.18.1', args: ['--mcp'], era: 'legacy', tools: 6 },
  {
    package: 'mcp-hello-world',
    version: '1.1.2',
    era: 'legacy',
    tools: 3,
    call: { tool: 'echo', args: { message: 'x' } },
  },
  { package: '@eslint/mcp', version: '0.3.13', era: 'legacy', tools: 1 },
  {
    package: '@sentry/mcp-server',
    version: '0.39.0',
    args: ['--access-token=made-up'],
    era: 'legacy',
    tools: 5,
  },
  {
    package: 'figma-developer-mcp',
    version: '0.13.2',
    args: ['--stdio', '--figma-api-key=made-up'],
    era: 'legacy',
    tools: 2,
  },
];
