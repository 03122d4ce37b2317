import { isObject } from '../../json.ts';
import type { RuleRef, ServerTable, TableContext, TableVerdict } from '../types.ts';

/** Seconds that a server has to start, and that a call has (CX-2.11). */
const STARTUP_SECONDS = 30;
const TOOL_SECONDS = 300;

const NOT_FOR_STDIO = [
  'url',
  'bearer_token_env_var',
  'bearer_token',
  'http_headers',
  'env_http_headers',
  'oauth',
  'oauth_resource',
  'auth',
];
const NOT_FOR_HTTP = ['args', 'env', 'env_vars', 'cwd', 'bearer_token'];

/** Members that Codex reads; any other is taken and has no effect (CX-1.16). */
const KNOWN = new Set([
  ...NOT_FOR_STDIO,
  ...NOT_FOR_HTTP,
  'command',
  'environment_id',
  'scopes',
  'startup_timeout_sec',
  'startup_timeout_ms',
  'tool_timeout_sec',
  'enabled',
  'required',
  'supports_parallel_tool_calls',
  'enabled_tools',
  'disabled_tools',
  'omit_tools_from',
  'default_tools_approval_mode',
  'tools',
  'http_headers_helper',
  'startup_readiness',
  'tool_input_schema_max_bytes',
]);

type Refused = Extract<TableVerdict, { state: 'refused' }>;

/** One `[mcp_servers.NAME]` table: its transport and limits, or why the whole map is refused (CX-1.10 to CX-1.19). */
export function codexTable(name: string, table: ServerTable, { environment }: TableContext): TableVerdict {
  const has = (member: string) => table[member] !== undefined;
  if (has('bearer_token')) {
    return refused(
      'CX-1.13',
      'bearer_token',
      'bearer_token is not supported; name a variable in bearer_token_env_var.',
    );
  }
  const transport = has('command') ? 'stdio' : has('url') ? 'http' : undefined;
  if (transport === undefined) return refused('CX-1.12', undefined, 'invalid transport');
  const foreign = (transport === 'stdio' ? NOT_FOR_STDIO : NOT_FOR_HTTP).find(has);
  if (foreign !== undefined) {
    const other = transport === 'stdio' ? 'stdio' : 'streamable_http';
    return refused(
      transport === 'stdio' ? 'CX-1.10' : 'CX-1.11',
      foreign,
      `${foreign} is not supported for ${other}`,
    );
  }
  return (
    badVariables(table) ??
    badSeconds(table) ?? {
      state: 'accepted',
      transport,
      ...startupFault(name, table, environment),
      ignored: Object.keys(table)
        .filter((member) => !KNOWN.has(member))
        .map((member) => ({ member, rules: ['CX-1.16'] })),
      limits: limitsOf(table),
      rules: ['CX-1.2', 'CX-2.11'],
    }
  );
}

function refused(rule: RuleRef, member: string | undefined, message: string): Refused {
  // One refused table refuses the whole configuration (CX-1.17).
  return { state: 'refused', ...(member === undefined ? {} : { member }), message, rules: [rule, 'CX-1.17'] };
}

function badVariables(table: ServerTable): Refused | undefined {
  const list = Array.isArray(table['env_vars']) ? table['env_vars'] : [];
  const bad = list.some(
    (one) => isObject(one) && ![undefined, 'local', 'remote'].some((word) => word === one['source']),
  );
  return bad ? refused('CX-1.14', 'env_vars', 'The source of a variable is local or remote.') : undefined;
}

function badSeconds(table: ServerTable): Refused | undefined {
  const member = ['startup_timeout_sec', 'tool_timeout_sec'].find((one) => {
    const value = table[one];
    return typeof value === 'number' && !(value >= 0);
  });
  return member === undefined ? undefined : refused('CX-1.15', member, `${member} must not be negative.`);
}

function startupFault(
  name: string,
  table: ServerTable,
  environment: ReadonlySet<string>,
): { startup?: { message: string; rules: readonly RuleRef[] } } {
  if (!/^[a-zA-Z0-9_-]+$/.test(name)) {
    return {
      startup: {
        message: 'The name of the server has other characters than A-Z a-z 0-9 _ -.',
        rules: ['CX-1.18'],
      },
    };
  }
  const variable = table['bearer_token_env_var'];
  if (typeof variable === 'string' && !environment.has(variable)) {
    return { startup: { message: `The variable ${variable} is not set, or is empty.`, rules: ['CX-1.19'] } };
  }
  const remote =
    table['command'] !== undefined &&
    (table['environment_id'] ?? 'local') === 'local' &&
    Array.isArray(table['env_vars']) &&
    table['env_vars'].some((one) => isObject(one) && one['source'] === 'remote');
  return remote
    ? {
        startup: {
          message: 'A local process cannot have a variable of a remote environment.',
          rules: ['CX-1.14'],
        },
      }
    : {};
}

/** Seconds win over milliseconds (CX-1.2). */
function limitsOf(table: ServerTable): { startupMs: number; toolMs: number } {
  const number = (member: string) => (typeof table[member] === 'number' ? table[member] : undefined);
  const startup = number('startup_timeout_sec');
  return {
    startupMs:
      startup === undefined ? (number('startup_timeout_ms') ?? STARTUP_SECONDS * 1000) : startup * 1000,
    toolMs: (number('tool_timeout_sec') ?? TOOL_SECONDS) * 1000,
  };
}
