import { isObject } from '../../../shared/json.ts';
import { withServer } from '../connect.ts';
import { blockText } from '../content.ts';
import { readTextMap } from '../input.ts';
import { print, refused, styled, type ExitCode, type Io } from '../io.ts';
import { plainLine } from '../plain.ts';
import { printRequest } from '../request.ts';
import { requireSelector, type SelectorOptions } from '../selector.ts';

export interface PromptOptions extends SelectorOptions {
  readonly args?: string;
  readonly timeout?: number;
  readonly json?: true;
}

/** Gets one prompt, filled in. */
export async function prompt(
  io: Io,
  promptName: string,
  name: string | undefined,
  options: PromptOptions,
  tail: readonly string[] | undefined,
): Promise<ExitCode> {
  const args = readTextMap(options.args, '--args', 'args-not-json');
  if (!args.ok) return refused(io, args.fault);
  return withServer(io, requireSelector(name, options, tail, io.env), options, async (connected) => {
    const outcome = await connected.connection.getPrompt(
      { name: promptName, ...(args.value === undefined ? {} : { args: args.value }) },
      { signal: io.signal, ...(options.timeout === undefined ? {} : { timeoutMs: options.timeout }) },
    );
    return printRequest(io, connected, outcome, options, ({ messages }) => {
      for (const message of Array.isArray(messages) ? messages : []) {
        const { role, content } = isObject(message) ? message : {};
        print(io, styled(io, 'bold', plainLine(typeof role === 'string' ? role : '(no role)')));
        print(io, blockText(content));
      }
    });
  });
}
