import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { keepTemporaryFilesInMemory } from './tools/bootstrap/memory-folder.mjs'
import { LongestFirst } from './tools/testing/longest-first.ts'

keepTemporaryFilesInMemory()

// Property tests try other cases in every run. Workers inherit the seed; SEED=n repeats a run.
if (process.env.TEST_SEED === undefined) {
  process.env.TEST_SEED = process.env.SEED ?? String(Date.now() % 1_000_000)
  process.stdout.write(`SEED=${process.env.TEST_SEED}\n`)
}

const setupFiles = ['tools/testing/one-seed.ts']
/** Files share their imports: reloading the server for each took a third of the time. Web tests stay isolated. */
const isolate = false
/** Only ends a test that hangs: on a busy machine a test may take ten times as long. */
const limits = { testTimeout: 240_000, hookTimeout: 240_000, expect: { poll: { timeout: 30_000 } } }

/** One project per package or app, each with its own environment and set-up. */
export default defineConfig({
  test: {
    // The default leaves one core free, which is half of a machine with two.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'engine',
          include: ['packages/engine/**/*.test.ts'],
          setupFiles,
          isolate,
          ...limits,
        },
      },
      {
        test: { name: 'contract', include: ['packages/contract/**/*.test.ts'], isolate, ...limits },
      },
      {
        test: { name: 'api-docs', include: ['packages/api-docs/**/*.test.ts'], isolate, ...limits },
      },
      {
        test: {
          name: 'demo-world',
          include: ['packages/demo-world/**/*.test.ts'],
          isolate,
          ...limits,
        },
      },
      { test: { name: 'charts', include: ['packages/charts/**/*.test.ts'], setupFiles, isolate, ...limits } },
      {
        test: {
          name: 'importers',
          include: ['packages/importers/**/*.test.ts'],
          setupFiles,
          isolate,
          ...limits,
        },
      },
      { test: { name: 'tools', include: ['tools/**/*.test.ts'], isolate, ...limits } },
      {
        test: {
          name: 'api',
          include: ['apps/api/**/*.test.ts'],
          isolate,
          // Some tests wait for a clock, a process or a lock; two extra workers keep all cores busy.
          maxWorkers: availableParallelism() + 2,
          // Vitest requires a separate group for a project with another number of workers.
          sequence: { groupOrder: 1 },
          globalSetup: ['tools/testing/server.setup.mjs', 'apps/api/src/testing/postgres.setup.ts'],
          ...limits,
        },
      },
      './apps/web/vite.config.ts',
    ],
  },
})
