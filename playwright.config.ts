import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { findBrowser } from './scripts/browser.ts';
import { installedElectron } from './scripts/electron.ts';
import type { HostOptions } from './tests/e2e/fixtures.ts';

// `electron` is the real one where its binary is installed, else the stand-in: the specs cannot tell them apart.
const isReal = installedElectron() !== undefined;
if (!isReal) process.env['ELECTRON_OVERRIDE_DIST_PATH'] ??= path.resolve('tests/electron-double/dist');
process.env['THROUGHLINE_BROWSER'] ??= (await findBrowser()) ?? '';

export default defineConfig<HostOptions>({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: './tests/e2e/build.ts',
  workers: 2,
  fullyParallel: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: process.env['CI'] !== undefined,
  reporter: 'list',
  projects: [
    {
      name: isReal ? 'desktop' : 'desktop (stand-in)',
      use: { host: 'desktop' },
      grepInvert: /@browser/,
    },
    {
      name: 'browser',
      use: { host: 'browser' },
      grepInvert: /@desktop/,
    },
  ],
});
