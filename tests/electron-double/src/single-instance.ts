/** The single-instance lock: a file that names the process which holds it, and a socket through which others reach that process. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface SecondInstance {
  readonly argv: readonly string[];
  readonly cwd: string;
}

export interface Lock {
  readonly isHeld: boolean;
  /** Resolves once the holder was told of us; at once where we are the holder. */
  readonly told: Promise<void>;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** As in Electron, one lock for each folder of user data. */
export function takeLock(userData: string, onSecond: (second: SecondInstance) => void): Lock {
  const key = createHash('sha256').update(userData).digest('hex').slice(0, 16);
  const socketFile = path.join(tmpdir(), `electron-double-${key}.sock`);
  const holderFile = `${socketFile}.pid`;
  const holder = existsSync(holderFile) ? Number(readFileSync(holderFile, 'utf8')) : process.pid;
  if (holder !== process.pid && isAlive(holder)) return { isHeld: false, told: tell(socketFile) };

  writeFileSync(holderFile, String(process.pid));
  rmSync(socketFile, { force: true });
  const server = net.createServer((socket) => {
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (part: string) => {
      text += part;
    });
    socket.on('end', () => onSecond(JSON.parse(text) as SecondInstance));
  });
  server.listen(socketFile).unref();
  process.once('exit', () => {
    rmSync(socketFile, { force: true });
    rmSync(holderFile, { force: true });
  });
  return { isHeld: true, told: Promise.resolve() };
}

async function tell(socketFile: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = net.connect(socketFile, () => {
      socket.end(JSON.stringify({ argv: process.argv, cwd: process.cwd() } satisfies SecondInstance));
    });
    // The holder may be on its way out.
    socket.on('error', () => undefined).on('close', () => resolve());
  });
}
