import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { readCapture } from '../../shared/capture.ts';
import { run } from '../../electron/cli/run.ts';
import { testIo } from '../../electron/cli/testing.ts';
import { readFileSync } from 'node:fs';
import { clientFor } from './harness.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const scratch = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'probe-client-'));
  folders.push(folder);
  return folder;
};

/** A probe as a person would start it; its library is thrown away. */
async function throughline(words: readonly string[], home = scratch()) {
  const test = testIo({ env: { THROUGHLINE_HOME: home, PATH: process.env['PATH'] ?? '' } });
  const code = await run(words, test.io);
  return { code, out: test.out(), err: test.err() };
}

interface Told {
  readonly id: string;
  readonly version: string;
  readonly options?: readonly string[];
  /** How the called tool stood in the requests: its form, or what it was behind. */
  readonly forms: readonly string[];
}

const pins: readonly Told[] = [
  { id: 'claude', version: '2.1.268', forms: ['flat'] },
  { id: 'claude', version: '2.1.332', forms: ['nameOnly', 'flat deferred'] },
  { id: 'codex', version: '0.154.0', forms: ['behind exec'] },
  {
    id: 'codex',
    version: '0.154.0',
    options: ['--model', 'search'],
    forms: ['behind tool_search', 'searchResult deferred'],
  },
  { id: 'codex', version: '0.154.0', options: ['--model', 'direct'], forms: ['namespaced'] },
  { id: 'codex', version: '0.171.0', forms: ['behind exec'] },
];

interface Summary {
  readonly modelRequests: readonly {
    readonly shown: readonly {
      readonly tool: string;
      readonly form: string;
      readonly deferLoading: boolean;
    }[];
    readonly behind: readonly { readonly name: string }[];
  }[];
}

/** Each way in which the called tool stood, once. A schema counts before the mere name beside it. */
function formsOf({ modelRequests }: Summary): string[] {
  const forms = modelRequests.map(({ shown, behind }) => {
    const own = shown.filter(({ tool, form }) => tool === 'lookup' && form !== 'reference');
    const best = own.find(({ form }) => form !== 'nameOnly') ?? own[0];
    if (best !== undefined) return `${best.form}${best.deferLoading ? ' deferred' : ''}`;
    return `behind ${behind.find(({ name }) => name === 'exec' || name === 'tool_search')?.name ?? 'nothing'}`;
  });
  return [...new Set(forms)];
}

describe('throughline probe --client', () => {
  for (const { id, version, options = [], forms } of pins) {
    const words = [`${id}@${version}`, ...options];
    it(`${words.join(' ')} ends with 0 within 30 s and tells what was shown`, async ({ skip }) => {
      await clientFor(id, version, skip);
      const { code, out } = await throughline(['probe', '--json', '--client', ...words]);
      const summary = JSON.parse(out);
      expect(summary).toMatchObject({
        client: id,
        version,
        exit: 0,
        ending: 'exited',
        clientExit: 0,
        turnCompleted: true,
        finalEquals: true,
        missing: [],
        attributed: 1,
        abstained: 0,
        windowsAlone: { wrong: 0 },
      });
      expect(code).toBe(0);
      expect(summary.wallMs).toBeLessThan(30_000);
      expect(formsOf(summary)).toEqual(forms);
    });
  }

  it('takes a server of the user’s, and leaves its capture where it was told to', async ({ skip }) => {
    await clientFor('codex', '0.154.0', skip);
    const [home, folder] = [scratch(), scratch()];
    const file = join(folder, 'run.ndjson');
    const probeServer = join(import.meta.dirname, '../../electron/probe-servers/shape-probe-legacy.ts');
    const { code, out } = await throughline(
      [
        'probe',
        '--client',
        'codex@0.154.0',
        '--keep',
        '--out',
        file,
        '--name',
        'mine',
        '--',
        process.execPath,
        probeServer,
      ],
      home,
    );
    expect(code).toBe(0);
    expect(out).toMatch(/codex 0\.154\.0 played lookup: as expected/);
    const capture = readCapture(readFileSync(file, 'utf8'));
    const events = capture.ok ? capture.value.events : [];
    expect(events.find(({ kind }) => kind === 'call.started')).toMatchObject({ server: 'mine' });
    const host = { host: 'codex', version: '0.154.0', modelClass: 'exec' };
    expect(events[0]).toMatchObject({ kind: 'capture.started', host, simulated: false });
    expect(events.filter(({ kind }) => kind === 'tool.exposed')[0]).toMatchObject({
      host,
      server: 'mine',
      evidence: 'measured',
      exposure: 'deferred',
      reason: 'seen-behind-exec',
    });
    const { out: list } = await throughline(['captures', 'list', '--json'], home);
    expect(JSON.parse(list)).toHaveLength(1);
  });

  it('shows the child of Claude Code as derived, for people', async ({ skip }) => {
    await clientFor('claude', '2.1.268', skip);
    const { code, out } = await throughline([
      'probe',
      '--client',
      'claude@2.1.268',
      '--scenario',
      'parent-child',
    ]);
    expect(code).toBe(0);
    expect(out).toMatch(/child of id_[0-9a-f]{16}, derived from session and agent ids/);
  });

  it.for([
    ['opencode', '1.18.33', 2],
    ['gemini', '0.61.0', 1],
    ['copilot', '1.0.102', 1],
  ] as const)('plays parent and child with %s@%s: %i threads', async ([id, version, threads], { skip }) => {
    await clientFor(id, version, skip);
    const client = `${id}@${version}`;
    const { code, out } = await throughline([
      'probe',
      '--json',
      '--client',
      client,
      '--scenario',
      'parent-child',
    ]);
    const summary = JSON.parse(out);
    expect(summary).toMatchObject({ turnCompleted: true, finalEquals: true, attributed: 2, abstained: 0 });
    expect(summary.threads).toHaveLength(threads);
    expect(code).toBe(0);
    // Nobody waits in vain for a child that starts when the reply is over.
    expect(summary.timings.callStarted - summary.timings.itemCompleted).toBeLessThan(15_000);
  });

  it.for([
    ['qwen', '0.24.4'],
    ['cline', '3.0.65'],
    ['continue', '1.5.47'],
  ] as const)('says why %s@%s plays no child, and starts nothing', async ([id, version]) => {
    const { code, err } = await throughline([
      'probe',
      '--client',
      `${id}@${version}`,
      '--scenario',
      'parent-child',
    ]);
    expect(code).toBe(2);
    expect(err).toMatch(/not made for .*(agent|server).*one thread/s);
  });

  it('shows the one thread of a client without ids as assumed, for people', async ({ skip }) => {
    await clientFor('continue', '1.5.47', skip);
    const { code, out } = await throughline(['probe', '--client', 'continue@1.5.47']);
    expect(code).toBe(0);
    expect(out).toMatch(/assumed: this client sends no thread ids, so one a process/);
  });

  it('ends with 1 and the next step when the client gives up', async ({ skip }) => {
    await clientFor('codex', '0.154.0', skip);
    const { code, err } = await throughline([
      'probe',
      '--client',
      'codex@0.154.0',
      '--timeout',
      '1000',
      '--scenario',
      'parent-child',
    ]);
    expect(code).toBe(1);
    expect(err).toMatch(/Codex did not end within 1 s and was ended\..*give it longer\./);
  });

  it('ends with 1 when there is no such version, and installs nothing', async () => {
    const { code, err } = await throughline(['probe', '--client', 'codex@0.0.1-none']);
    expect(code).toBe(1);
    expect(err).toMatch(/Known to work: 0\.154\.0, 0\.171\.0\.|registry can be reached/);
  });
});
