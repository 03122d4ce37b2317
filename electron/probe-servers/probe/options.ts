import { parseArgs } from 'node:util';

export interface ProbeOptions {
  /** Milliseconds before the server reads anything. */
  readonly delayStartMs: number;
  /** `late_lookup` appears after this many answered calls; undefined: never. */
  readonly lateAfterCalls: number | undefined;
  readonly brokenTool: boolean;
  /** One more tool, `lookup` under this name: it tells one probe from another. */
  readonly also: string | undefined;
}

const whole = (text: string, name: string): number => {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0)
    throw new Error(`--${name} needs a whole number, not "${text}".`);
  return value;
};

/** Reads `--delay-start MS`, `--list-changed [--after-calls N]`, `--broken-tool` and `--also NAME`. */
export const readOptions = (args: readonly string[]): ProbeOptions => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      'delay-start': { type: 'string', default: '0' },
      'list-changed': { type: 'boolean', default: false },
      'after-calls': { type: 'string', default: '1' },
      'broken-tool': { type: 'boolean', default: false },
      also: { type: 'string' },
    },
  });
  return {
    delayStartMs: whole(values['delay-start'], 'delay-start'),
    lateAfterCalls: values['list-changed'] ? whole(values['after-calls'], 'after-calls') : undefined,
    brokenTool: values['broken-tool'],
    also: values.also,
  };
};
