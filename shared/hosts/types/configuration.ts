import type { RuleRef } from './common.ts';
import type { ServerTable } from './connection.ts';
import type { PermissionRules } from './tools.ts';

/** Where an entry of a server stands, weakest first; `run` is the command line, `managed` the administrator's own file. */
export type ServerScope = 'connector' | 'plugin' | 'user' | 'project' | 'local' | 'run' | 'managed';

export interface ScopedServer {
  name: string;
  scope: ServerScope;
  entry: ServerTable;
}

/** One line of an administrator's list: whatever is given has to be the server's own. */
export interface ServerMatch {
  name?: string | undefined;
  command?: string | undefined;
  url?: string | undefined;
}

export interface ScopesInput {
  servers: readonly ScopedServer[];
  /** Only servers of the command line count. */
  strict?: boolean | undefined;
  /** Can a person be asked about servers that the project brings along? */
  interactive: boolean;
  /** Servers of the project that the settings answer for. */
  enabled?: readonly string[] | undefined;
  disabled?: readonly string[] | undefined;
  allowed?: readonly ServerMatch[] | undefined;
  denied?: readonly ServerMatch[] | undefined;
}

export interface ScopedVerdict {
  name: string;
  scope: ServerScope;
  state: 'on' | 'asked' | 'off' | 'refused';
  reason?: 'managed-only' | 'strict' | 'denied' | 'not-allowed' | 'disabled' | 'same-endpoint' | 'invalid';
  /** Weaker entries of the same name; they count for nothing, not even in part. */
  hides: readonly ServerScope[];
  message?: string;
  rules: readonly RuleRef[];
}

export type EntryVerdict =
  | { state: 'accepted'; transport: 'stdio' | 'http' | 'sse' | 'ws'; rules: readonly RuleRef[] }
  | { state: 'refused'; message: string; rules: readonly RuleRef[] };

/** A value with its variables put in. */
export interface Expanded {
  value: unknown;
  /** Variables that are not set and have no value to fall back on, each once. */
  unset: readonly string[];
  rules: readonly RuleRef[];
}

/** One file of settings, or the command line. */
export type SettingsLayer = 'user' | 'project' | 'local' | 'command-line' | 'managed';

/** How a host reads what is configured in several places. */
export interface ConfigurationRules {
  /** Which of all servers count. */
  scopes(input: ScopesInput): readonly ScopedVerdict[];
  entry(entry: ServerTable): EntryVerdict;
  /** May a server be added under this name on the command line? */
  serverName(name: string): { accepted: boolean; rules: readonly RuleRef[] };
  /** An entry with variables of the environment put into the members that take them. */
  expand(entry: ServerTable, environment: Readonly<Record<string, string>>): Expanded;
  /** The layers as one: rules add up, of anything else the strongest layer's value counts. */
  settings(layers: Readonly<Partial<Record<SettingsLayer, Readonly<Record<string, unknown>>>>>): {
    values: Readonly<Record<string, unknown>>;
    rules: PermissionRules;
    facts: readonly RuleRef[];
  };
}

/** Does a hook look at this tool, and by what way of reading its matcher? */
export interface HookMatch {
  matches: boolean;
  by: 'everything' | 'name' | 'pattern' | 'no-pattern';
  rules: readonly RuleRef[];
}
