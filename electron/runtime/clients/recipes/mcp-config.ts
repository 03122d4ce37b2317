import type { StdioCommand } from '../../tap/index.ts';

const withEnv = (env: StdioCommand['env']): { env?: StdioCommand['env'] } =>
  Object.keys(env).length === 0 ? {} : { env };

/** The entry of a stdio server as most clients write it. */
export const mcpEntry = ({ command, args, env }: StdioCommand) => ({ command, args, ...withEnv(env) });

export const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;
