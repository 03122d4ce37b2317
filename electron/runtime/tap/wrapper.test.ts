import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { testChannel, type TestChannel } from './testing.ts';
import { wrapCommand } from './wrap.ts';

const channels: TestChannel[] = [];
const children: ChildProcessWithoutNullStreams[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await Promise.all(channels.splice(0).map((channel) => channel.close()));
});

async function openChannel(options?: { paused: boolean }): Promise<TestChannel> {
  const opened = await testChannel(options);
  channels.push(opened);
  return opened;
}

/** A server written as one line of JavaScript, behind the wrapper. */
function wrapped(script: string, address: string) {
  const { command, args } = wrapCommand(
    { name: 'probe', command: process.execPath, args: ['-e', script], env: {} },
    address,
  );
  const child = spawn(command, [...args], { stdio: ['pipe', 'pipe', 'pipe'] });
  children.push(child);
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  let outBytes = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    outBytes += chunk.length;
    out.push(chunk);
  });
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  child.stdin.on('error', () => undefined);
  const exit = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  return {
    child,
    exit,
    outBytes: () => outBytes,
    out: () => Buffer.concat(out),
    err: () => Buffer.concat(err),
  };
}

async function until(what: () => boolean): Promise<void> {
  while (!what()) await wait(10);
}

const echo = 'process.stdin.pipe(process.stdout)';

/** Text of every width in UTF-8 and raw bytes that are none, to be cut anywhere. */
const stretch = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }).map((text) => Buffer.from(`${text}\n`)),
  fc.constantFrom('é', '漢', '🜁', '\r\n', '{"a":"ü"}\n').map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
);

describe('the tap wrapper', () => {
  it('passes every byte both ways, in any chunks, and shows the same bytes', async () => {
    const side = await openChannel();
    const run = wrapped(echo, side.address);
    const sent: Buffer[] = [];
    // One process for all cases: what matters is where the bytes are cut.
    const cases = fc.sample(
      fc.tuple(fc.array(stretch, { maxLength: 20 }), fc.array(fc.nat(9), { maxLength: 20 })),
      {
        numRuns: 60,
        seed: 11,
      },
    );
    for (const [stretches, cuts] of cases) {
      let rest = Buffer.concat(stretches);
      sent.push(rest);
      for (const cut of cuts) {
        run.child.stdin.write(rest.subarray(0, cut));
        rest = rest.subarray(cut);
        await wait(0);
      }
      run.child.stdin.write(rest);
    }
    const huge = Buffer.alloc(6 * 1024 * 1024, 'ä');
    sent.push(huge);
    run.child.stdin.end(huge);

    expect(await run.exit).toEqual({ code: 0, signal: null });
    const all = Buffer.concat(sent);
    expect(run.out().equals(all)).toBe(true);
    await until(() => side.json('exit').length === 1);
    expect(side.bytes('toServer').equals(all)).toBe(true);
    expect(side.bytes('fromServer').equals(all)).toBe(true);
    expect(side.json('gap')).toEqual([]);
  });

  it('passes stderr and ends as the server ends', async () => {
    const side = await openChannel();
    const run = wrapped('process.stderr.write("läst wörds\\n"); process.exitCode = 7', side.address);
    expect(await run.exit).toEqual({ code: 7, signal: null });
    expect(run.err().toString()).toBe('läst wörds\n');
    await until(() => side.json('exit').length === 1);
    expect(side.json('hello')).toMatchObject([{ name: 'probe', version: 1 }]);
    expect(side.json('exit')).toEqual([{ code: 7, signal: null }]);
    expect(side.bytes('stderr').toString()).toBe('läst wörds\n');
  });

  it.skipIf(process.platform === 'win32')(
    'passes signals on, and dies of what the server died of',
    async () => {
      const side = await openChannel();
      const polite = wrapped(
        'process.on("SIGTERM", () => { process.stdout.write("asked"); process.exit(3) }); process.stdout.write("up"); setInterval(() => 0, 1000)',
        side.address,
      );
      await until(() => polite.out().length > 0);
      polite.child.kill('SIGTERM');
      expect(await polite.exit).toEqual({ code: 3, signal: null });
      expect(polite.out().toString()).toBe('upasked');

      const killed = wrapped('process.kill(process.pid, "SIGKILL")', side.address);
      expect(await killed.exit).toEqual({ code: null, signal: 'SIGKILL' });
      await until(() => side.json('exit').length === 2);
      expect(side.json('exit')[1]).toEqual({ code: null, signal: 'SIGKILL' });
    },
  );

  it('says in one line that a command does not exist', async () => {
    const side = await openChannel();
    const { command, args } = wrapCommand(
      { name: 'probe', command: 'no-such-command-here', args: [], env: {} },
      side.address,
    );
    const child = spawn(command, [...args], { stdio: ['pipe', 'pipe', 'pipe'] });
    let text = '';
    child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect(code).toBe(127);
    expect(text).toBe('tap: "no-such-command-here" could not be started: ENOENT\n');
  });

  it('needs no side channel, and survives its end in the middle', async () => {
    const alone = wrapped(echo, '/nowhere/tap.sock');
    alone.child.stdin.end('unseen\n');
    expect(await alone.exit).toEqual({ code: 0, signal: null });
    expect(alone.out().toString()).toBe('unseen\n');

    const side = await openChannel();
    const run = wrapped(echo, side.address);
    run.child.stdin.write('before\n');
    await until(() => run.out().length === 7);
    for (const socket of side.sockets) socket.destroy();
    run.child.stdin.write('after\n');
    await until(() => run.out().length === 13);
    run.child.stdin.end();
    expect(await run.exit).toEqual({ code: 0, signal: null });
    expect(run.out().toString()).toBe('before\nafter\n');
  });

  it('forwards at full length past a side channel that nobody reads, and counts what it left out', async () => {
    const side = await openChannel({ paused: true });
    const megabytes = 80;
    const run = wrapped(
      `const b = Buffer.alloc(1 << 20, 'x'); let n = 0; const more = () => { while (n++ < ${megabytes}) if (!process.stdout.write(b)) return process.stdout.once('drain', more) }; more(); process.stdin.once('data', () => { process.stdout.write('last'); process.stdin.destroy() })`,
      side.address,
    );
    await until(() => run.outBytes() === megabytes << 20);
    side.resume();
    await until(() => side.received() >= 60 << 20);
    run.child.stdin.write('go');
    expect(await run.exit).toEqual({ code: 0, signal: null });
    await until(() => side.json('exit').length === 1);
    expect(side.json('gap')).toMatchObject([{ stream: 'fromServer' }]);
    const seen = side.bytes('fromServer');
    const [gap] = side.json('gap') as { bytes: number }[];
    expect(seen.length + (gap?.bytes ?? 0)).toBe((megabytes << 20) + 4);
    expect(seen.subarray(-4).toString()).toBe('last');
  });

  it('reads no faster than the client does', async () => {
    const side = await openChannel();
    const run = wrapped(
      "const b = Buffer.alloc(65536); let n = 0; const more = (gone) => { if (gone) process.exit(); n++; process.stderr.write('.'); process.stdout.write(b, more) }; more()",
      side.address,
    );
    run.child.stdout.pause();
    await until(() => run.err().length > 0);
    let before = -1;
    while (run.err().length !== before) {
      before = run.err().length;
      await wait(300);
    }
    // Pipe buffers and one chunk in hand, not everything that the server has to say.
    expect(before * 65536).toBeLessThan(4 << 20);
    run.child.kill('SIGKILL');
  });

  it('waits for a client that reads slowly after the server has gone', async () => {
    const side = await openChannel();
    const run = wrapped("process.stdout.write(Buffer.alloc(300_000, 'z'))", side.address);
    run.child.stdout.pause();
    await until(() => side.json('spawned').length === 1);
    await wait(900);
    run.child.stdout.resume();
    expect(await run.exit).toEqual({ code: 0, signal: null });
    expect(run.out().length).toBe(300_000);
  });
});
