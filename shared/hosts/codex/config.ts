import type { ChildEnvSettings } from '../types.ts';

/** Variables of the parent that a stdio child inherits on Unix; nothing else leaks (CX-1.43). */
const INHERITED = [
  'HOME',
  'LOGNAME',
  'PATH',
  'SHELL',
  'USER',
  '__CF_USER_TEXT_ENCODING',
  'LANG',
  'LC_ALL',
  'TERM',
  'TMPDIR',
  'TZ',
];

/** The environment of a stdio child: inherited names, then `env_vars` by name, then literal `env` on top (CX-1.43). */
export function codexChildEnv(
  parent: Readonly<Record<string, string>>,
  own: ChildEnvSettings,
): Record<string, string> {
  const named = [...INHERITED, ...(own.envVars ?? [])].flatMap((name) => {
    const value = Object.hasOwn(parent, name) ? parent[name] : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(named), ...own.env };
}

/** Keys that only host-owned apps may carry; from an ordinary server they are not believed (CX-2.33). */
const CONNECTOR_KEYS = new Set([
  'connector_id',
  'connector_name',
  'connector_display_name',
  'connector_description',
  'connectorDescription',
]);

export function codexToolMeta(meta: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(meta).filter(([key]) => !CONNECTOR_KEYS.has(key)));
}

export const CODEX_MESSAGES = {
  unknownServer: (server: string) => `tool call error: unknown MCP server '${server}'`,
  disabledTool: (error: string) => `tool call error: ${error}`,
  notInStep: (server: string, tool: string) => `MCP tool \`${server}/${tool}\` is not available to the model`,
  unsupported: (joined: string) => `unsupported call: ${joined}`,
  aborted: (seconds: number) => `aborted by user after ${seconds.toFixed(1)}s`,
};
