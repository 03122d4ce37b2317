import { formatJson } from '../../json.ts';
import { byteLength } from '../text.ts';
import type { CallResult, ExecOutcome, ExecProgram, ExecSupport } from '../types.ts';

/**
 * Code mode from the outside (CX-5.30 ff.). A program is data that is rendered into text for the provider wire; the
 * text is never read back, so nothing here can run or misread it.
 */
export const codexExec: ExecSupport = {
  render(program) {
    if (program.calls.length === 0) return 'text("");';
    return program.order === 'parallel' ? renderParallel(program) : renderSequence(program);
  },
  resolve(plan, program) {
    return program.calls.map((call) => plan.codeModeRoute(call.name));
  },
  nestedCallId(uuid) {
    return `exec-${uuid}`;
  },
  output(program, outcomes, wallMs) {
    const failure = outcomes.find((one) => 'error' in one);
    const head = failure === undefined ? 'Script completed' : 'Script failed';
    const printed = program.print ? printedText(program, outcomes) : '';
    const error = failure === undefined ? '' : `Error: ${failure.error}`;
    const value = [
      head,
      `Wall time ${(wallMs / 1000).toFixed(1)} seconds`,
      'Output:',
      ...[printed, error].filter((part) => part !== ''),
    ].join('\n');
    return {
      value,
      bytes: byteLength(value),
      form: failure === undefined ? 'text' : 'error',
      lost: program.print ? ['meta'] : ['content', 'structured-content', 'meta'],
      rules: ['CX-5.34', 'CX-5.35'],
    };
  },
};

function renderCall(call: ExecProgram['calls'][number]): string {
  const target = /^[A-Za-z_$][\w$]*$/.test(call.name)
    ? `tools.${call.name}`
    : `tools[${JSON.stringify(call.name)}]`;
  return `${target}(${formatJson(call.arguments)})`;
}

function renderParallel({ calls, print }: ExecProgram): string {
  const all = `await Promise.all([${calls.map(renderCall).join(', ')}])`;
  return print ? `for (const r of ${all}) text(JSON.stringify(r.content ?? r));` : `${all};`;
}

function renderSequence({ calls, print }: ExecProgram): string {
  return calls
    .map((call, index) =>
      print
        ? `const r${index} = await ${renderCall(call)}; text(JSON.stringify(r${index}.content ?? r${index}));`
        : `await ${renderCall(call)};`,
    )
    .join('\n');
}

/**
 * What the rendered program prints: in sequence everything before the first failure, in parallel nothing once one call
 * has failed, because the joint promise is rejected.
 */
function printedText({ order }: ExecProgram, outcomes: readonly ExecOutcome[]): string {
  const failed = outcomes.findIndex((one) => 'error' in one);
  const reached = failed === -1 ? outcomes : outcomes.slice(0, order === 'parallel' ? 0 : failed);
  return reached.flatMap((one) => ('result' in one ? [printedResult(one.result)] : [])).join('\n');
}

/** A nested value is the raw result without `_meta` (CX-5.34). */
function printedResult(result: CallResult): string {
  if (result.content !== undefined) return formatJson(result.content);
  return formatJson({
    ...(result.structuredContent === undefined ? {} : { structuredContent: result.structuredContent }),
    ...(result.isError === undefined ? {} : { isError: result.isError }),
  });
}
