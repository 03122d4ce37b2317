/** A Chromium for the end-to-end tests: one that is installed, else Playwright's, else the system's package. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';

/** Names on the PATH, and fixed places where the platform has them, best first. */
function candidates(): string[] {
  const { env } = process;
  if (process.platform === 'darwin') {
    return ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    );
  }
  if (process.platform === 'win32') {
    const programs = [env['ProgramFiles'], env['ProgramFiles(x86)'], env['LOCALAPPDATA']].filter(
      (folder) => folder !== undefined,
    );
    const places = [
      'Google/Chrome/Application/chrome.exe',
      'Chromium/Application/chrome.exe',
      'Microsoft/Edge/Application/msedge.exe',
    ];
    return places.flatMap((place) => programs.map((folder) => path.join(folder, place)));
  }
  const names = [
    'google-chrome-stable',
    'google-chrome',
    'chromium',
    'chromium-browser',
    'microsoft-edge-stable',
    'microsoft-edge',
  ];
  const folders = (env['PATH'] ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
}

/** Path of a Chromium-based browser, or undefined. `THROUGHLINE_BROWSER` decides where it is set. */
export async function findBrowser(): Promise<string | undefined> {
  const named = process.env['THROUGHLINE_BROWSER'];
  if (named !== undefined && named !== '') return named;
  const { chromium } = await import('@playwright/test');
  return [...candidates(), chromium.executablePath()].find((file) => existsSync(file));
}

interface Offer {
  readonly what: string;
  readonly commands: readonly (readonly string[])[];
}

/** Ways to get a browser, in the order in which they are tried. Only root can install system packages. */
function offers(): Offer[] {
  const isRoot = process.getuid?.() === 0;
  const hasApt = isRoot && existsSync('/usr/bin/apt-get');
  const playwright = [process.execPath, path.join(import.meta.dirname, '../node_modules/playwright/cli.js')];
  const download = [...playwright, 'install', 'chromium'];
  const list: Offer[] = [
    {
      what: "Playwright's Chromium",
      commands: hasApt ? [download, [...playwright, 'install-deps', 'chromium']] : [download],
    },
  ];
  if (hasApt) {
    list.push({
      what: "the system's package chromium",
      commands: [
        ['apt-get', 'update', '-q'],
        ['apt-get', 'install', '-q', '-y', '--no-install-recommends', 'chromium'],
      ],
    });
  }
  return list;
}

const minute = 60_000;

function install(offer: Offer): boolean {
  console.log(`Installing ${offer.what}.`);
  return offer.commands.every(([program = '', ...args]) => {
    const done = spawnSync(program, args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
      timeout: 5 * minute,
      env: {
        ...process.env,
        DEBIAN_FRONTEND: 'noninteractive',
        PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000',
      },
    });
    const reason = /^(?:E|Error): .+$/m.exec(done.stderr)?.[0] ?? `exit code ${done.status}`;
    if (done.status !== 0) console.log(`That did not work: ${reason}`);
    return done.status === 0;
  });
}

async function agreed(): Promise<boolean> {
  if (process.env['CI'] !== undefined) return true;
  const byHand = 'npx playwright install --with-deps chromium';
  if (!process.stdin.isTTY) {
    console.error(
      `The end-to-end tests need a Chromium and none was found. Install one with \`${byHand}\`, or set CI=true to let this script do it.`,
    );
    return false;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(
    'The end-to-end tests need a Chromium and none was found. Install one now? [y/N] ',
  );
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

/** The browser for the tests, installed if need be: asks first, except in CI. Undefined if there is none in the end. */
export async function ensureBrowser(): Promise<string | undefined> {
  const found = await findBrowser();
  if (found !== undefined) return found;
  if (!(await agreed())) return undefined;
  for (const offer of offers()) {
    const installed = install(offer) ? await findBrowser() : undefined;
    if (installed !== undefined) {
      console.log(`Using ${installed}.`);
      return installed;
    }
  }
  return undefined;
}
