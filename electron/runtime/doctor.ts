import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import type { DoctorCheck, DoctorReport } from '../../shared/contract.ts';
import { findProgram } from './programs.ts';

export interface Surroundings {
  readonly home: string;
  readonly electronVersion: string | undefined;
  readonly probeServers: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Node lines below this lack what the program needs (SQLite, zstd, module hooks). */
const NODE_MAJOR = 24;
const browsers = ['chromium', 'google-chrome', 'google-chrome-stable', 'microsoft-edge', 'chrome'];
const clients = ['claude', 'codex', 'gemini', 'opencode', 'qwen', 'copilot', 'cline', 'cn'];

/** What this machine has, as checks a person can act on. Names places and versions, never values. */
export async function examine(around: Surroundings): Promise<DoctorReport> {
  const checks: DoctorCheck[] = [
    nodeCheck(),
    around.electronVersion === undefined
      ? {
          name: 'Electron',
          state: 'missing',
          detail: 'This shell runs without Electron.',
          next: 'npm start opens the window where Electron can be had.',
        }
      : { name: 'Electron', state: 'ok', detail: around.electronVersion },
    await programCheck(
      'Browser',
      browsers,
      around.env,
      'Install Chromium, Chrome or Edge to use the window in a browser.',
    ),
    await folderCheck(
      'Home',
      around.home,
      constants.W_OK,
      'Set THROUGHLINE_HOME to a folder that can be written.',
    ),
    await folderCheck('Probe servers', join(around.probeServers), constants.R_OK, 'Run npm run build.'),
    {
      name: 'Keychain',
      state: 'missing',
      detail: 'Secrets are ${VAR} references or memory only in this version.',
    },
    await clientsCheck(around.env),
    {
      name: 'PATH',
      state: 'ok',
      detail: `${(around.env['PATH'] ?? '').split(pathSeparator).filter((entry) => entry !== '').length} folders`,
    },
  ];
  return { checks };
}

const pathSeparator = process.platform === 'win32' ? ';' : ':';

function nodeCheck(): DoctorCheck {
  const major = Number(process.versions.node.split('.')[0]);
  return major >= NODE_MAJOR
    ? { name: 'Node', state: 'ok', detail: process.versions.node }
    : {
        name: 'Node',
        state: 'problem',
        detail: process.versions.node,
        next: `Node ${NODE_MAJOR} or later is needed; npm ci installs it with the program.`,
      };
}

async function programCheck(
  name: string,
  programs: readonly string[],
  env: NodeJS.ProcessEnv,
  next: string,
): Promise<DoctorCheck> {
  for (const program of programs) {
    const path = await findProgram(program, env);
    if (path !== undefined) return { name, state: 'ok', detail: path };
  }
  return { name, state: 'missing', detail: `None of ${programs.join(', ')} is on PATH.`, next };
}

async function clientsCheck(env: NodeJS.ProcessEnv): Promise<DoctorCheck> {
  const found: string[] = [];
  for (const client of clients) if ((await findProgram(client, env)) !== undefined) found.push(client);
  return found.length === 0
    ? { name: 'Client CLIs', state: 'missing', detail: 'None found on PATH. The built-in host needs none.' }
    : { name: 'Client CLIs', state: 'ok', detail: found.join(', ') };
}

async function folderCheck(name: string, path: string, mode: number, next: string): Promise<DoctorCheck> {
  try {
    await access(path, mode);
    return { name, state: 'ok', detail: path };
  } catch {
    return { name, state: 'problem', detail: `${path} is missing or cannot be used.`, next };
  }
}
