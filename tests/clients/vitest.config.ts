import path from 'node:path';
import { defineConfig } from 'vitest/config';

/** Real clients: each is installed into the cache when it is missing, and its tests are skipped where it cannot be had. */
export default defineConfig({
  test: {
    root: path.resolve(import.meta.dirname, '../..'),
    include: ['tests/clients/**/*.client.ts'],
    environment: 'node',
    globalSetup: ['tests/clients/build.ts'],
    // Clients are heavy; one at a time keeps their times honest.
    maxWorkers: 1,
    // A first run installs; npm has five minutes for one client.
    testTimeout: 400_000,
  },
});
