import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{shared,electron,renderer,tests,scripts}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', 'tests/electron-double/dist/**'],
    environment: 'node',
    maxWorkers: 2,
    testTimeout: 20_000,
  },
});
