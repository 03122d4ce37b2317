import { fail, ok, type Result } from '../../shared/fault.ts';

export type EraChoice = 'auto' | 'legacy' | 'modern';

/** Options that name a server; the same for every command that wants one. */
export interface SelectorOptions {
  readonly url?: string;
  readonly header?: readonly string[];
  readonly era?: EraChoice;
  readonly config?: string;
  readonly name?: string;
  readonly yes?: true;
  /** Folders that the server is told of; they replace those of its configuration. */
  readonly root?: readonly string[];
}

/** Which server is meant. `era` overrides what a configuration says. */
export type Selector = { readonly era?: EraChoice } & (
  | {
      readonly kind: 'command';
      readonly name: string;
      readonly command: string;
      readonly args: readonly string[];
    }
  | {
      readonly kind: 'url';
      readonly name: string;
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'config'; readonly file: string; readonly name?: string }
  | { readonly kind: 'registered'; readonly name: string }
);

const ways = 'Use a registered NAME, -- COMMAND ARGS…, --url URL, or --config FILE [--name NAME].';

/** What a server is called that has no name of its own. */
export const ANONYMOUS = 'server';

/**
 * Reads a selector: `registered` is the plain argument, `tail` what stood after `--`. Undefined when none was given.
 * `env` resolves `${VAR}` in header values.
 */
export function parseSelector(
  registered: string | undefined,
  options: SelectorOptions,
  tail: readonly string[] | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Result<Selector | undefined> {
  const given = [
    ...(registered === undefined ? [] : [`NAME ${registered}`]),
    ...(tail === undefined ? [] : ['--']),
    ...(options.url === undefined ? [] : ['--url']),
    ...(options.config === undefined ? [] : ['--config']),
  ];
  if (given.length > 1) {
    return fail('selector-ambiguous', `Only one server can be named, but there are ${given.join(' and ')}.`, {
      next: ways,
    });
  }
  if (options.header !== undefined && options.url === undefined) {
    return fail('header-without-url', '--header needs --url.');
  }
  const era = options.era === undefined ? {} : { era: options.era };
  const name = options.name ?? ANONYMOUS;
  if (tail !== undefined) {
    const [command, ...args] = tail;
    if (command === undefined)
      return fail('command-missing', 'There is no COMMAND after --.', { next: ways });
    return ok({ kind: 'command', name, command, args, ...era });
  }
  if (options.url !== undefined) {
    const headers = parseHeaders(options.header ?? [], env);
    if (!headers.ok) return headers;
    if (!isHttp(options.url))
      return fail('url-invalid', `--url: not an http or https address: ${options.url}`);
    return ok({ kind: 'url', name, url: options.url, headers: headers.value, ...era });
  }
  if (options.config !== undefined) {
    return ok({
      kind: 'config',
      file: options.config,
      ...(options.name === undefined ? {} : { name: options.name }),
      ...era,
    });
  }
  if (options.name !== undefined)
    return fail('name-without-config', '--name needs --config, --url or --.', { next: ways });
  return registered === undefined ? ok(undefined) : ok({ kind: 'registered', name: registered, ...era });
}

/** The same where a server must be named. */
export function requireSelector(...given: Parameters<typeof parseSelector>): Result<Selector> {
  const parsed = parseSelector(...given);
  if (!parsed.ok) return parsed;
  if (parsed.value !== undefined) return ok(parsed.value);
  return fail('selector-missing', 'No server is named.', { next: ways });
}

const isHttp = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '');

function parseHeaders(
  lines: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Result<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const [index, line] of lines.entries()) {
    const header = splitHeader(line, index);
    if (!header.ok) return header;
    const [name, value] = header.value;
    let missing: string | undefined;
    headers[name] = value.replaceAll(/\$\{([A-Za-z_]\w*)\}/g, (_all, variable: string) => {
      const found = env[variable];
      if (found === undefined) missing = variable;
      return found ?? '';
    });
    if (missing !== undefined) {
      return fail('variable-missing', `--header ${name}: the variable ${missing} is not set.`, {
        next: 'Set it, or give the value.',
      });
    }
  }
  return ok(headers);
}

/** Name and value of the `index`-th `--header`. The value may be a secret, so a fault never quotes it. */
export function splitHeader(line: string, index: number): Result<readonly [name: string, value: string]> {
  const [, name, value] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*)$/.exec(line) ?? [];
  return name === undefined || value === undefined
    ? fail('header-invalid', `--header number ${index + 1} is not of the form 'Name: value'.`)
    : ok([name, value]);
}
