import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { InitMessage, InitOrder } from '../runtime/clients/isolation/orders.ts';

// The first process of a run's own namespaces. It opens the provider's address inside and hands the listener out, answers every
// DNS question with "no such name", starts the client and ends with it. When it ends the kernel ends whatever is left.
//
//   namespace-init [PORT]      (orders and reports go over the IPC channel)

/** Wrappers and other helpers may finish their sentence after the client is gone, ms. */
const afterMs = 1000;

const report = (message: InitMessage): void => void process.send?.(message);

/** Reads the name of a DNS question and turns the question into the answer that there is no such name (RFC 1035, 4.1). */
function refuseName(message: Buffer): { name: string; answer: Buffer } {
  const labels: string[] = [];
  let at = 12;
  for (
    let length = message[at] ?? 0;
    length !== 0 && at + length < message.length;
    length = message[at] ?? 0
  ) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const answer = Buffer.from(message.subarray(0, at + 5));
  answer.writeUInt16BE(0x8183, 2);
  // Counts of answers, authorities and additions; the question stays.
  answer.fill(0, 6, 12);
  return { name: labels.join('.'), answer };
}

function answerNames(): void {
  const socket = createSocket('udp4');
  socket.on('message', (message, from) => {
    if (message.length < 17) return;
    const { name, answer } = refuseName(message);
    report({ what: 'asked', name });
    socket.send(answer, from.port, from.address);
  });
  socket.on('error', () => socket.close());
  socket.bind(53, '127.0.0.1');
}

/** Processes of this namespace besides this one. */
async function others(): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  const states = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')));
  // Nobody waits for orphans here; the dead ones do not count.
  return states.filter((stat) => stat !== '' && !/\) [ZX] /.test(stat)).length;
}

async function leave(code: number | null, signal: string | null): Promise<void> {
  report({ what: 'exited', code, signal });
  const until = performance.now() + afterMs;
  let left = await others();
  while (left > 0 && performance.now() < until) {
    await wait(20);
    left = await others();
  }
  process.send?.({ what: 'ended', left } satisfies InitMessage, () => process.exit(0));
}

function launch(order: InitOrder & { what: 'launch' }): (signal: NodeJS.Signals) => void {
  const client = spawn(order.command, [...order.args], {
    cwd: order.cwd,
    env: { ...order.env },
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
  client.on('error', (error: NodeJS.ErrnoException) => {
    if (client.pid !== undefined) return;
    report({ what: 'failed', cause: error.code ?? error.message });
  });
  client.on('spawn', () => report({ what: 'spawned' }));
  client.on('exit', (code, signal) => void leave(code, signal));
  return (signal) => {
    try {
      if (client.pid !== undefined) process.kill(-client.pid, signal);
    } catch {
      // Gone already.
    }
  };
}

let signalClient: ((signal: NodeJS.Signals) => void) | undefined;
process.on('message', (order: InitOrder) => {
  switch (order.what) {
    case 'launch':
      signalClient = launch(order);
      return;
    case 'signal':
      signalClient?.(order.signal);
  }
});
process.on('disconnect', () => process.exit(1));

/** Opens the provider's address in here and hands the listener out; this process keeps nothing of it. */
function handOut(port: number): void {
  const listener = createServer();
  listener.on('error', (error: NodeJS.ErrnoException) =>
    report({ what: 'failed', cause: error.code ?? error.message }),
  );
  listener.listen(port, '127.0.0.1', () => {
    process.send?.({ what: 'ready' } satisfies InitMessage, listener, {}, () => listener.close());
  });
}

answerNames();
const port = process.argv[2];
if (port === undefined) report({ what: 'ready' });
else handOut(Number(port));
