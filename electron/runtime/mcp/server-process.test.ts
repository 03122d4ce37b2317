import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { startProcess, type Grace, type ServerProcess } from './server-process.ts';

const env = { PATH: process.env['PATH'] ?? '' };
const quick: Grace = { inputMs: 200, termMs: 200, groupMs: 150 };

const alive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

const goneSoon = async (pid: number): Promise<boolean> => {
  // Whoever is left without us has a second to end by itself.
  for (let i = 0; i < 400 && alive(pid); i += 1) await new Promise((resolve) => setTimeout(resolve, 10));
  return !alive(pid);
};

/** Runs a script and resolves when it printed its first whole line. */
const start = async (script: string): Promise<{ child: ServerProcess; line: string }> => {
  let text = '';
  let tell: (line: string) => void = () => undefined;
  const line = new Promise<string>((resolve) => (tell = resolve));
  const started = await startProcess(
    { command: process.execPath, args: ['-e', script], env },
    {
      onStdout: (chunk) => {
        text += chunk.toString();
        if (text.includes('\n')) tell(text.trim());
      },
      onStderr: () => undefined,
    },
  );
  if (!started.ok) throw new Error(started.fault.message);
  return { child: started.value, line: await line };
};

const helper = `require('child_process').spawn(process.execPath, ['-e', 'process.on("SIGTERM",()=>{});setInterval(()=>{},1000);process.stdout.write("x")']`;

describe('startProcess', () => {
  it('says which command was not found', async () => {
    const started = await startProcess(
      { command: 'no-such-command-here', args: [], env },
      { onStdout: () => undefined, onStderr: () => undefined },
    );
    expect(started).toMatchObject({
      ok: false,
      fault: { code: 'command-not-found', message: expect.stringContaining('no-such-command-here') },
    });
  });

  it('blames the folder, not the command, when the folder is missing', async () => {
    const started = await startProcess(
      { command: process.execPath, args: [], cwd: '/no/such/folder', env },
      { onStdout: () => undefined, onStderr: () => undefined },
    );
    expect(started).toMatchObject({
      ok: false,
      fault: { code: 'folder-not-found', message: expect.stringContaining('/no/such/folder') },
    });
  });

  it('lets a process that obeys the end of its input go without a signal', async () => {
    const { child } = await start(
      `process.stdin.on('end', () => process.exit(3)).resume(); console.log('up')`,
    );
    expect(await child.end(quick)).toEqual({ code: 3, signal: null, killed: false });
  });

  it('ends one that ignores both the end of its input and SIGTERM', async () => {
    const { child } = await start(
      `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('up')`,
    );
    expect(await child.end(quick)).toEqual({ code: null, signal: 'SIGKILL', killed: true });
    expect(alive(child.pid)).toBe(false);
  });

  it.skipIf(process.platform === 'win32')(
    'ends a helper that outlives its launcher and ignores SIGTERM',
    async () => {
      const { child, line } = await start(
        `const c = ${helper}, {stdio: ['ignore', 'pipe', 'ignore']}); c.stdout.once('data', () => console.log(c.pid)); process.stdin.on('end', () => process.exit(0)).resume()`,
      );
      await child.end(quick);
      expect(await goneSoon(Number(line))).toBe(true);
    },
  );

  it.skipIf(process.platform === 'win32')('ends a helper that left the group', async () => {
    const { child, line } = await start(
      `const c = ${helper}, {stdio: ['ignore', 'pipe', 'ignore'], detached: true}); c.unref(); c.stdout.once('data', () => console.log(c.pid)); process.stdin.on('end', () => process.exit(0)).resume()`,
    );
    expect(alive(Number(line))).toBe(true);
    await child.end(quick);
    expect(await goneSoon(Number(line))).toBe(true);
  });

  it('reports an exit on its own, with all output read first', async () => {
    const chunks: Buffer[] = [];
    const started = await startProcess(
      {
        command: process.execPath,
        args: ['-e', `process.stdout.write('x'.repeat(300000), () => process.exit(7))`],
        env,
      },
      { onStdout: (chunk) => chunks.push(chunk), onStderr: () => undefined },
    );
    if (!started.ok) throw new Error(started.fault.message);
    expect(await started.value.exit).toEqual({ code: 7, signal: null, killed: false });
    expect(Buffer.concat(chunks).length).toBe(300_000);
    await started.value.end(quick);
  });

  it.skipIf(process.platform === 'win32')('leaves no server behind when we just exit', async () => {
    const parent = spawn(
      process.execPath,
      [
        '--input-type=module-typescript',
        '-e',
        `import { startProcess } from ${JSON.stringify(new URL('./server-process.ts', import.meta.url).href)};
         const s = await startProcess({ command: process.execPath, args: ['-e', 'process.on("SIGTERM",()=>{});setInterval(()=>{},1000);console.log(1)'], env: {} },
           { onStdout: () => process.stdout.write(String(s.value.pid) + '\\n', () => process.exit(0)), onStderr: () => {} });`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const [chunk] = await once(parent.stdout, 'data');
    expect(await goneSoon(Number(String(chunk)))).toBe(true);
  });

  it.skipIf(process.platform === 'win32').each(['SIGTERM', 'SIGINT'] as const)(
    'leaves no server behind when %s ends us',
    async (signal) => {
      const parent = spawn(
        process.execPath,
        [
          '--input-type=module-typescript',
          '-e',
          `import { startProcess } from ${JSON.stringify(new URL('./server-process.ts', import.meta.url).href)};
         const s = await startProcess({ command: process.execPath, args: ['-e', 'process.on("SIGTERM",()=>{});setInterval(()=>{},1000);console.log(1)'], env: {} },
           { onStdout: () => console.log(s.value.pid), onStderr: () => {} });
         setInterval(() => {}, 1000);`,
        ],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      const [chunk] = await once(parent.stdout, 'data');
      const pid = Number(String(chunk));
      expect(alive(pid)).toBe(true);
      parent.kill(signal);
      const [code, by] = await once(parent, 'exit');
      expect([code, by]).toEqual([null, signal]);
      expect(await goneSoon(pid)).toBe(true);
    },
  );
});
