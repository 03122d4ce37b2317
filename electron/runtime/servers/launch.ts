import { createHash } from 'node:crypto';
import type { ConfigValue, ServerConfig } from '../../../shared/contract.ts';
import { canonicalJson } from '../../../shared/json.ts';
import { findProgram } from '../programs.ts';
import { baseEnvironment, type Environment } from './environment.ts';
import type { Launch } from './types.ts';

const plainWord = /^[\w@%+=:,./-]+$/;

const quote = (word: string, platform: NodeJS.Platform): string => {
  if (plainWord.test(word) || (platform === 'win32' && /^[\w@%+=:,./\\-]+$/.test(word))) return word;
  return platform === 'win32' ? `"${word.replaceAll('"', '\\"')}"` : `'${word.replaceAll("'", "'\\''")}'`;
};

// oxlint-disable-next-line no-control-regex -- what must not reach a terminal
const control = /[\u0000-\u001f\u007f-\u009f]/g;

/** A command line as a shell would need it. Control characters are shown, never obeyed by a terminal. */
export const formatCommandLine = (
  words: readonly string[],
  platform: NodeJS.Platform = process.platform,
): string =>
  words
    .map((word) => quote(word, platform))
    .join(' ')
    .replaceAll(control, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`);

const text = (value: ConfigValue | undefined): string | undefined =>
  value?.kind === 'text' ? value.value : undefined;

/** What would run for this configuration, and the digest that consent is given to. */
export const describeLaunch = async (
  config: ServerConfig,
  environment: Environment = process.env,
): Promise<Launch> => {
  const { transport } = config;
  const digest = (facts: unknown): string => createHash('sha256').update(canonicalJson(facts)).digest('hex');
  if (transport.kind === 'http') return { digest: digest({ url: transport.url }) };
  const { command, args, cwd, env } = transport;
  // The server's own PATH decides, as it will when the command is started.
  const path = text(env['PATH']) ?? baseEnvironment(environment)['PATH'];
  const resolvedCommand = await findProgram(
    command,
    { ...environment, ...(path === undefined ? {} : { PATH: path }) },
    cwd,
  );
  return {
    commandLine: formatCommandLine([command, ...args]),
    ...(resolvedCommand === undefined ? {} : { resolvedCommand }),
    digest: digest({ command, args, cwd: cwd ?? null, env: Object.keys(env).toSorted() }),
  };
};
