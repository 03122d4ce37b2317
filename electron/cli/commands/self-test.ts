import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readCapture } from '../../../shared/capture.ts';
import { faultLine } from '../../../shared/fault.ts';
import { foldCapture, statusOf } from '../../../shared/model/index.ts';
import { startBrowserShell } from '../../browser/shell.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { applicationRoot } from '../../runtime/mcp/node-command.ts';
import { failed, printJson, type ExitCode, type Io } from '../io.ts';
import { openRuntime, throughContract } from '../runtime.ts';
import { VERSION } from '../version.ts';

interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
}

/** Starts the parts of the program once, in a home of its own, and prints what worked. Meant for a fresh installation. */
export async function selfTest(io: Io): Promise<ExitCode> {
  const home = await mkdtemp(path.join(tmpdir(), 'throughline-self-test-'));
  try {
    const runtime = await openRuntime(io, { shell: 'cli' }, home);
    if (!runtime.ok) return failed(io, runtime.fault);
    try {
      const checks = [nodeCheck(), ...(await probeChecks(runtime.value)), await pageCheck(runtime.value)];
      const ok = checks.every((check) => check.ok);
      printJson(io, {
        ok,
        version: VERSION,
        node: process.versions.node,
        platform: process.platform,
        checks,
      });
      return ok ? 0 : 1;
    } finally {
      await runtime.value.close();
    }
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

function nodeCheck(): Check {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return { name: 'node', ok: major > 24 || (major === 24 && minor >= 15), detail: process.versions.node };
}

/** A run with a real server and the fake provider, then its capture out and in again. */
async function probeChecks(runtime: Runtime): Promise<Check[]> {
  return throughContract(runtime, async (client) => {
    const started = await client.request('probe.run', {
      host: 'codex',
      scenario: 'lookup',
      approve: 'scenario',
    });
    if (!started.ok) return [{ name: 'probe', ok: false, detail: faultLine(started.fault) }];
    const { capture } = started.value;
    await new Promise<void>((resolve) => {
      client.subscribe(
        'events',
        { capture, from: 0 },
        (events) => {
          if (events.some((event) => event.kind === 'capture.ended')) resolve();
        },
        () => resolve(),
      );
    });
    const exported = await client.request('captures.export', { capture, format: 'json' });
    const read = exported.ok ? readCapture(exported.value.text) : exported;
    if (!read.ok) return [{ name: 'capture', ok: false, detail: faultLine(read.fault) }];
    const status = statusOf(foldCapture(read.value.events));
    const finished = status.probe?.finished;
    return [
      {
        name: 'probe',
        ok: finished?.exit === 0 && finished.finalEquals && status.attributed > 0,
        detail: `${status.calls} calls, ${status.attributed} attributed${finished?.code ? `, ${finished.code}` : ''}`,
      },
      { name: 'capture', ok: status.ended, detail: `${status.events} events` },
    ];
  });
}

/** The built page over loopback HTTP, with its policy. */
async function pageCheck(service: Runtime): Promise<Check> {
  const root = path.join(applicationRoot() ?? '.', 'dist/renderer');
  const shell = await startBrowserShell({ service, root, port: 0 });
  if (!shell.ok) return { name: 'page', ok: false, detail: faultLine(shell.fault) };
  try {
    const reply = await fetch(`http://127.0.0.1:${shell.value.port}/`);
    const policy = reply.headers.get('content-security-policy') ?? '';
    return {
      name: 'page',
      ok: reply.status === 200 && policy.includes('nonce-'),
      detail: `status ${reply.status}`,
    };
  } finally {
    await shell.value.close();
  }
}
