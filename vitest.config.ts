import { defineConfig } from 'vitest/config'

const setupFiles = ['tools/testing/one-seed.ts']

/** One run, one project per room: each room brings its own environment and set-up. */
export default defineConfig({
  test: {
    projects: [
      {
        test: { name: 'engine', include: ['packages/engine/**/*.test.ts'], setupFiles, testTimeout: 60_000 },
      },
      { test: { name: 'contract', include: ['packages/contract/**/*.test.ts'] } },
      { test: { name: 'charts', include: ['packages/charts/**/*.test.ts'], setupFiles } },
      {
        test: {
          name: 'importers',
          include: ['packages/importers/**/*.test.ts'],
          setupFiles,
          testTimeout: 60_000,
        },
      },
      { test: { name: 'tools', include: ['tools/**/*.test.ts'], testTimeout: 30_000 } },
      {
        test: {
          name: 'api',
          include: ['apps/api/**/*.test.ts'],
          globalSetup: ['apps/api/src/testing/postgres.setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      './apps/web/vite.config.ts',
    ],
  },
})
