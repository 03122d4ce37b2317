import { fault } from '../../../shared/fault.ts';
import { isObject } from '../../../shared/json.ts';
import { withServer } from '../connect.ts';
import { readTextMap } from '../input.ts';
import { print, refused, type ExitCode, type Io } from '../io.ts';
import { plainLine } from '../plain.ts';
import { printRequest } from '../request.ts';
import { requireSelector, type SelectorOptions } from '../selector.ts';

export interface CompleteOptions extends SelectorOptions {
  readonly prompt?: string;
  readonly template?: string;
  /** What the other arguments are, a JSON object. */
  readonly args?: string;
  readonly timeout?: number;
  readonly json?: true;
}

/** What a server suggests for one argument of a prompt or of a resource template. */
export async function complete(
  io: Io,
  argument: string,
  value: string,
  name: string | undefined,
  options: CompleteOptions,
  tail: readonly string[] | undefined,
): Promise<ExitCode> {
  const { prompt, template } = options;
  const context = readTextMap(options.args, '--args', 'args-not-json');
  if (!context.ok) return refused(io, context.fault);
  if ((prompt === undefined) === (template === undefined)) {
    return refused(
      io,
      fault('reference-missing', 'Name what is completed: --prompt NAME or --template URI.'),
    );
  }
  return withServer(io, requireSelector(name, options, tail, io.env), options, async (connected) => {
    const outcome = await connected.connection.complete(
      {
        ref:
          prompt === undefined ? { kind: 'template', uri: template ?? '' } : { kind: 'prompt', name: prompt },
        argument: { name: argument, value },
        ...(context.value === undefined ? {} : { context: context.value }),
      },
      { signal: io.signal, ...(options.timeout === undefined ? {} : { timeoutMs: options.timeout }) },
    );
    return printRequest(io, connected, outcome, options, ({ completion }) => {
      const { values, hasMore, total } = isObject(completion) ? completion : {};
      for (const one of Array.isArray(values) ? values : []) print(io, plainLine(String(one)));
      if (hasMore === true) print(io, `… ${typeof total === 'number' ? `of ${total}` : 'and more'}`);
    });
  });
}
