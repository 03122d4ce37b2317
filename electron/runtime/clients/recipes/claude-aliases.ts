import { join } from 'node:path';
import type { StdioCommand } from '../../tap/index.ts';
import type { LaunchPlan, Scratch } from '../types.ts';
import { json, mcpEntry } from './mcp-config.ts';

/** Where a definition of an alias stands: the user's configuration, the folder's, the launch's. */
export type AliasOrigin = 'inherited' | 'project' | 'temporary';

export interface AliasDefinition {
  readonly origin: AliasOrigin;
  readonly alias: string;
}

/** One alias that all three define, and one of each one's own. */
export const aliasDefinitions: readonly AliasDefinition[] = [
  { origin: 'inherited', alias: 'dup_alias' },
  { origin: 'inherited', alias: 'inh_only' },
  { origin: 'project', alias: 'dup_alias' },
  { origin: 'project', alias: 'prj_only' },
  { origin: 'temporary', alias: 'dup_alias' },
  { origin: 'temporary', alias: 'tmp_only' },
];

/** How Claude Code is started: for work, for work with the launch's servers alone, or to list its servers. */
export const aliasStarts = ['print', 'print-strict', 'list'] as const;
export type AliasStart = (typeof aliasStarts)[number];

export interface AliasRequest {
  readonly start: AliasStart;
  readonly scratch: Scratch;
  /** `http://127.0.0.1:PORT`. */
  readonly providerUrl: string;
  readonly key: string;
  /** The definitions that are to stand in the configurations, with their servers. */
  readonly definitions: readonly (AliasDefinition & { readonly command: StdioCommand })[];
}

/** Lays out all configurations and starts Claude Code once. */
export function aliasPlan({ start, scratch, providerUrl, key, definitions }: AliasRequest): LaunchPlan {
  const temporary = join(scratch.root, 'mcp.json');
  const servers = (origin: AliasOrigin): Record<string, object> =>
    Object.fromEntries(
      definitions
        .filter((one) => one.origin === origin)
        .map(({ alias, command }) => [alias, mcpEntry(command)]),
    );
  const project = servers('project');
  return {
    args: argsOf(start, `--mcp-config=${temporary}`),
    env: {
      ANTHROPIC_BASE_URL: providerUrl,
      ANTHROPIC_API_KEY: key,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      CLAUDE_CODE_MAX_RETRIES: '1',
    },
    files: [
      { path: join(scratch.home, '.claude.json'), text: json({ mcpServers: servers('inherited') }) },
      { path: temporary, text: json({ mcpServers: servers('temporary') }) },
      ...(Object.keys(project).length === 0
        ? []
        : [{ path: join(scratch.work, '.mcp.json'), text: json({ mcpServers: project }) }]),
    ],
  };
}

function argsOf(start: AliasStart, config: string): readonly string[] {
  if (start === 'list') return [config, 'mcp', 'list'];
  return [
    '--print',
    ...(start === 'print-strict' ? ['--strict-mcp-config'] : []),
    config,
    '--no-session-persistence',
    '--settings',
    '{"disableAllHooks":true}',
    '--output-format',
    'stream-json',
    '--verbose',
    '--',
    'Reply with OK.',
  ];
}
