import { spawn } from 'node:child_process';
import { Server } from 'node:net';
import { ok, type Result } from '../../../../shared/fault.ts';
import { nodeCommand, type NodeCommand } from '../../mcp/node-command.ts';
import { guardGroup, signalGroup } from '../../mcp/process-tree.ts';
import { helperProgram } from '../../tap/index.ts';
import {
  startFault,
  type ClientEnd,
  type ClientExit,
  type ClientProcess,
  type RunningClient,
} from '../launch.ts';
import { bridge } from './bridge.ts';
import { systemPath, type Isolation } from './detect.ts';
import { InitMessage, type InitOrder } from './orders.ts';
import { namespaceScript, type NamespaceView } from './script.ts';

export interface IsolatedOptions {
  readonly isolation: Isolation & { readonly kind: 'namespaces' };
  readonly view: NamespaceView;
  /** Reached inside under the same address. Without one there is nothing to reach. */
  readonly providerUrl?: string;
  /** A host name that the client asked for; it got the answer that there is none. */
  readonly onAsked: (name: string) => void;
  readonly node?: NodeCommand;
}

/**
 * Starts a client in network, mount and process namespaces of its own. Inside is loopback only, and on it the provider's
 * address: the listener was opened inside and handed out, so that its connections arrive in this process.
 */
export async function launchIsolated(
  client: ClientProcess,
  options: IsolatedOptions,
): Promise<Result<RunningClient>> {
  const { isolation, providerUrl } = options;
  const node = options.node ?? nodeCommand();
  const args = [
    ...isolation.flags,
    '/bin/sh',
    '-c',
    namespaceScript(options.view),
    'sh',
    node.command,
    helperProgram('namespace-init'),
    ...(providerUrl === undefined ? [] : [new URL(providerUrl).port]),
  ];
  const outer = spawn(isolation.unshare, args, {
    cwd: '/',
    env: { PATH: systemPath, ...node.env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  });
  const { pid, stdout, stderr } = outer;
  if (pid === undefined || stdout === null || stderr === null) {
    const error = await new Promise<NodeJS.ErrnoException>((resolve) => void outer.once('error', resolve));
    return startFault(error.code ?? error.message);
  }
  const release = guardGroup(pid);
  outer.on('error', () => undefined);
  const order = (what: InitOrder): void => void (outer.connected && outer.send(what));

  let passage: { close(): void } | undefined;
  let left = 0;
  let tell: (exit: ClientExit) => void = () => undefined;
  const exit = new Promise<ClientExit>((resolve) => (tell = resolve));
  const started = new Promise<string | undefined>((resolve) => {
    outer.on('message', (raw: unknown, handle: unknown) => {
      const message = InitMessage.safeParse(raw);
      if (!message.success) return;
      switch (message.data.what) {
        case 'ready':
          if (providerUrl !== undefined) {
            if (!(handle instanceof Server)) return resolve('no listener came out');
            passage = bridge(handle, providerUrl);
          }
          order({ what: 'launch', ...client });
          return;
        case 'spawned':
          resolve(undefined);
          return;
        case 'asked':
          options.onAsked(message.data.name);
          return;
        case 'exited':
          tell(message.data);
          return;
        case 'ended':
          left = message.data.left;
          return;
        case 'failed':
          resolve(message.data.cause);
      }
    });
    outer.once('exit', (code, signal) => resolve(`the namespaces ended early (${code ?? signal})`));
  });
  const ended = new Promise<ClientEnd>((resolve) => {
    outer.once('exit', (_code, signal) => {
      // Without a word of the client's own end it was killed with its namespaces.
      tell({ code: null, signal: signal ?? 'SIGKILL' });
      passage?.close();
      release();
      resolve({ left });
    });
  });

  const failed = await started;
  if (failed !== undefined) {
    signalGroup(pid, 'SIGKILL');
    await ended;
    return startFault(failed);
  }
  return ok({
    stdout,
    stderr,
    exit,
    ended,
    signal: (name) => order({ what: 'signal', signal: name }),
    kill: () => void signalGroup(pid, 'SIGKILL'),
  });
}
