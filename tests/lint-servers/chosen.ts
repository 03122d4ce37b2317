/** The servers, each under the name by which its own documentation has it configured. Set-ups stand in tests/real-servers. */
export const CHOSEN = [
  { name: 'everything', package: '@modelcontextprotocol/server-everything' },
  { name: 'filesystem', package: '@modelcontextprotocol/server-filesystem' },
  { name: 'memory', package: '@modelcontextprotocol/server-memory' },
  { name: 'sequential-thinking', package: '@modelcontextprotocol/server-sequential-thinking' },
  { name: 'github', package: '@modelcontextprotocol/server-github' },
  { name: 'playwright', package: '@playwright/mcp' },
  { name: 'chrome-devtools', package: 'chrome-devtools-mcp' },
  { name: 'notionApi', package: '@notionhq/notion-mcp-server' },
  { name: 'mcp-server-chart', package: '@antv/mcp-server-chart' },
  { name: 'context7', package: '@upstash/context7-mcp' },
] as const;
