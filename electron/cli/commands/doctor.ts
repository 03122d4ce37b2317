import { failed, print, printJson, styled, type ExitCode, type Io } from '../io.ts';
import { withRuntime } from '../runtime.ts';
import { table } from '../table.ts';

const colours = { ok: 'green', missing: 'yellow', problem: 'red' } as const;

/** What this machine has. Fails when something that is needed does not work; what is merely absent is only said. */
export async function doctor(io: Io, options: { readonly json?: true }): Promise<ExitCode> {
  return withRuntime(io, async (client) => {
    const report = await client.request('app.doctor', {});
    if (!report.ok) return failed(io, report.fault);
    const { checks } = report.value;
    if (options.json === true) printJson(io, report.value);
    else {
      const lines = table(checks.map((check) => [check.state, check.name, check.detail]));
      for (const [index, check] of checks.entries()) {
        print(io, (lines[index] ?? '').replace(check.state, styled(io, colours[check.state], check.state)));
        if (check.next !== undefined) print(io, `         ${check.next}`);
      }
    }
    return checks.some((check) => check.state === 'problem') ? 1 : 0;
  });
}
