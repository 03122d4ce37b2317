import { ServerConfig, type ConfigValue } from '../../../shared/contract.ts';
import {
  authorizationDraftOf,
  authorizationErrors,
  newAuthorization,
  toAuthorization,
  typedSecret,
  type AuthorizationDraft,
  type AuthorizationErrors,
} from './authorizationDraft.ts';

/** One row of an environment or of headers, as it is typed. */
export interface ValueRow {
  readonly name: string;
  readonly value: string;
  /** The value is the name of a variable that holds it: a secret that is written nowhere. */
  readonly isVariable: boolean;
}

/** A server as it is typed into the form; it may not be valid yet. */
export interface ServerDraft {
  readonly kind: 'stdio' | 'http';
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: readonly ValueRow[];
  readonly url: string;
  readonly headers: readonly ValueRow[];
  readonly authorization: AuthorizationDraft;
  readonly era: ServerConfig['era'];
  readonly approvalMode: ServerConfig['approvalMode'];
  readonly required: boolean;
  /** Undefined: roots are not offered. */
  readonly roots: readonly string[] | undefined;
  readonly callTimeoutMs: string;
}

export const newDraft: ServerDraft = {
  kind: 'stdio',
  name: '',
  command: '',
  args: [],
  cwd: '',
  env: [],
  url: '',
  headers: [],
  authorization: newAuthorization,
  era: 'auto',
  approvalMode: 'auto',
  required: false,
  roots: undefined,
  callTimeoutMs: '300000',
};

const rowsOf = (values: Record<string, ConfigValue>): ValueRow[] =>
  Object.entries(values).map(([name, value]) =>
    value.kind === 'text'
      ? { name, value: value.value, isVariable: false }
      : { name, value: value.variable, isVariable: true },
  );

export function draftOf({
  name,
  transport,
  era,
  approvalMode,
  required,
  roots,
  callTimeoutMs,
}: ServerConfig): ServerDraft {
  const common = {
    ...newDraft,
    name,
    era,
    approvalMode,
    required,
    roots,
    callTimeoutMs: String(callTimeoutMs),
  };
  return transport.kind === 'stdio'
    ? {
        ...common,
        kind: 'stdio',
        command: transport.command,
        args: transport.args,
        cwd: transport.cwd ?? '',
        env: rowsOf(transport.env),
      }
    : {
        ...common,
        kind: 'http',
        url: transport.url,
        headers: rowsOf(transport.headers),
        authorization: authorizationDraftOf(transport),
      };
}

export type DraftErrors = Partial<
  Record<'name' | 'command' | 'url' | 'values' | 'callTimeoutMs' | 'roots', string>
> & {
  authorization?: AuthorizationErrors;
};

export type ReadDraft =
  | {
      readonly ok: true;
      readonly config: ServerConfig;
      /** A typed client secret, to be kept apart from the configuration. */
      readonly secret?: string;
    }
  | { readonly ok: false; readonly errors: DraftErrors };

/** Makes a configuration of what was typed. `base` keeps what the form does not show. */
export function readDraft(draft: ServerDraft, base?: ServerConfig): ReadDraft {
  const errors = missing(draft);
  const values = readValues(draft.kind === 'stdio' ? draft.env : draft.headers);
  if (typeof values === 'string') errors.values = values;
  const authorization = draft.kind === 'http' ? toAuthorization(draft.authorization) : undefined;
  if (draft.kind === 'http') {
    const before = base?.transport.kind === 'http' ? base.transport : undefined;
    const wrong = authorizationErrors(draft.authorization, draft.url, before);
    if (Object.keys(wrong).length > 0) errors.authorization = wrong;
  }
  const { roots: _asTyped, ...kept } = base ?? {};
  const roots = draft.roots?.map((root) => root.trim()).filter((root) => root !== '');
  const parsed = ServerConfig.safeParse({
    ...kept,
    ...(roots === undefined ? {} : { roots }),
    name: draft.name.trim(),
    era: draft.era,
    approvalMode: draft.approvalMode,
    required: draft.required,
    callTimeoutMs: Number(draft.callTimeoutMs),
    transport:
      draft.kind === 'stdio'
        ? {
            kind: 'stdio',
            command: draft.command.trim(),
            args: draft.args,
            env: values,
            ...(draft.cwd.trim() === '' ? {} : { cwd: draft.cwd.trim() }),
          }
        : {
            kind: 'http',
            url: draft.url.trim(),
            headers: values,
            ...(authorization === undefined ? {} : { authorization }),
          },
  });
  if (!parsed.success && parsed.error.issues.some(({ path }) => path[0] === 'roots'))
    errors.roots = 'Write whole paths, such as /home/me/project, or file: addresses.';
  if (
    !parsed.success &&
    errors.url === undefined &&
    draft.kind === 'http' &&
    parsed.error.issues.some(({ path }) => path.at(-1) === 'url')
  ) {
    errors.url = 'Write a whole address that begins with http:// or https://.';
  }
  if (parsed.success && Object.keys(errors).length === 0) {
    const secret = draft.kind === 'http' ? typedSecret(draft.authorization) : undefined;
    return { ok: true, config: parsed.data, ...(secret === undefined ? {} : { secret }) };
  }
  return { ok: false, errors };
}

function missing(draft: ServerDraft): DraftErrors {
  const errors: DraftErrors = {};
  if (draft.name.trim() === '') errors.name = 'Give the server a name.';
  else if (draft.name.trim().length > 200) errors.name = 'Use at most 200 characters.';
  if (draft.kind === 'stdio' && draft.command.trim() === '')
    errors.command = 'Write the program to run, for example npx.';
  if (draft.kind === 'http' && draft.url.trim() === '') errors.url = 'Write the address of the server.';
  const limit = Number(draft.callTimeoutMs);
  if (!Number.isInteger(limit) || limit < 100 || limit > 3_600_000)
    errors.callTimeoutMs = 'Between 100 and 3,600,000 ms.';
  return errors;
}

function readValues(rows: readonly ValueRow[]): Record<string, ConfigValue> | string {
  const values: Record<string, ConfigValue> = {};
  for (const { name, value, isVariable } of rows) {
    const key = name.trim();
    if (key === '' && value === '') continue;
    if (key === '') return 'A value has no name.';
    if (Object.hasOwn(values, key)) return `${key} stands twice.`;
    if (isVariable && !/^[A-Za-z_]\w*$/.test(value))
      return `${key} needs the name of a variable, such as API_KEY.`;
    values[key] = isVariable ? { kind: 'variable', variable: value } : { kind: 'text', value };
  }
  return values;
}
