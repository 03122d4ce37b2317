import type { Result } from '../../../shared/fault.ts';
import { fail, ok } from '../../../shared/fault.ts';
import { isObject } from '../../../shared/json.ts';
import type { CallOutcome, JsonObject } from '../../runtime/mcp/types.ts';
import { withServer } from '../connect.ts';
import { blockText } from '../content.ts';
import { findingJson, fromServer, printFindings } from '../findings.ts';
import { readJson } from '../input.ts';
import { failed, note, print, printJson, refused, styled, type ExitCode, type Io } from '../io.ts';
import { plainJson, plainLine } from '../plain.ts';
import { requireSelector, type SelectorOptions } from '../selector.ts';

export interface CallOptions extends SelectorOptions {
  readonly args?: string;
  /** Milliseconds of silence allowed. */
  readonly timeout?: number;
  readonly json?: true;
}

/** Calls one tool; prints the result and every place where it breaks the tool's outputSchema. */
export async function call(
  io: Io,
  tool: string,
  name: string | undefined,
  options: CallOptions,
  tail: readonly string[] | undefined,
): Promise<ExitCode> {
  const args = parseArguments(options.args);
  if (!args.ok) return refused(io, args.fault);
  return withServer(io, requireSelector(name, options, tail, io.env), options, async (connected) => {
    const { connection, recorder } = connected;
    // The list holds the outputSchema that the result is checked against, and the filter.
    const listed = await connection.listTools({ signal: io.signal });
    if (!listed.ok) note(io, plainLine(`The result cannot be checked: ${listed.fault.message}`));
    const outcome = await connection.callTool({
      call: recorder.gate.local('call'),
      tool,
      origin: 'user',
      signal: io.signal,
      ...(args.value === undefined ? {} : { args: args.value }),
      ...(options.timeout === undefined ? {} : { timeoutMs: options.timeout }),
      ...(io.stderr.isTTY === true
        ? {
            onProgress: ({ progress, total, message }) =>
              note(io, plainLine(`${progress}${total === undefined ? '' : ` of ${total}`} ${message ?? ''}`)),
          }
        : {}),
    });
    if (options.json === true) printJson(io, toJson(connection.server, tool, outcome));
    else printOutcome(io, outcome);
    if (outcome.outcome === 'ok') return 0;
    if (outcome.fault !== undefined) return failed(io, outcome.fault);
    return io.signal.aborted ? 130 : 1;
  });
}

function parseArguments(text: string | undefined): Result<JsonObject | undefined> {
  if (text === undefined) return ok(undefined);
  const json = readJson(text, '--args', 'args-not-json');
  if (!json.ok) return json;
  if (isObject(json.value)) return ok(json.value);
  return fail('args-not-object', '--args: not a JSON object.', {
    next: `Give an object: '{"name": value}'.`,
  });
}

const milliseconds = ({ startedAt, finishedAt }: CallOutcome): number =>
  Number((finishedAt - startedAt) / 1000n) / 1000;

const toJson = (server: string, tool: string, outcome: CallOutcome) => ({
  server,
  tool,
  outcome: outcome.outcome,
  durationMs: milliseconds(outcome),
  ...(outcome.result === undefined ? {} : { result: outcome.result }),
  ...(outcome.fault === undefined ? {} : { fault: outcome.fault }),
  violations: outcome.violations,
  findings: outcome.findings.map(fromServer).map(findingJson),
});

function printOutcome(io: Io, outcome: CallOutcome): void {
  const { result } = outcome;
  const content = result?.['content'];
  for (const block of Array.isArray(content) ? content : []) print(io, blockText(block));
  if (result?.['structuredContent'] !== undefined) {
    print(io, styled(io, 'bold', 'structuredContent'));
    print(io, plainJson(result['structuredContent'], 2));
  }
  for (const { code, pointer } of outcome.violations) {
    print(
      io,
      styled(
        io,
        'red',
        plainLine(`breaks the outputSchema at ${pointer === '' ? '(root)' : pointer}: ${code}`),
      ),
    );
  }
  // Each violation stands above already.
  const others = outcome.findings.filter(({ code }) => code !== 'output-violates-schema');
  printFindings(io, others.map(fromServer));
  note(io, `${outcome.outcome} in ${Math.round(milliseconds(outcome))} ms`);
}
