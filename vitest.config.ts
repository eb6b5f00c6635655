import { defineConfig } from 'vitest/config';

/** `unit` needs nothing but Node; `server` brings a PostgreSQL and runs on both engines (ENGINES chooses). */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'domain/src/**/*.test.ts',
            'content/**/*.test.ts',
            'tools/**/*.test.ts',
            'web/app/**/*.test.ts',
            'web/scripts/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**'],
          // A test that hangs ends; a slow machine alone fails none.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts', 'server/test/**/*.test.ts'],
          exclude: ['**/node_modules/**'],
          globalSetup: ['server/test/global-setup.ts'],
          setupFiles: ['server/test/setup.ts'],
          // The application is loaded once in each worker and not for each file, which took longer than many a file's tests:
          // nothing of the server lives in a module, each test makes its own.
          isolate: false,
          hookTimeout: 180_000,
          testTimeout: 120_000,
        },
      },
    ],
  },
});
