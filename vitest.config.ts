import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { keepTemporaryFilesInMemory } from './tools/bootstrap/memory-folder.mjs'
import { LongestFirst } from './tools/testing/longest-first.ts'

keepTemporaryFilesInMemory()

const setupFiles = ['tools/testing/one-seed.ts']
/** Files share what they import: loading the whole server anew for each took a third of the time. Screens stay apart. */
const isolate = false

/** One run, one project per room: each room brings its own environment and set-up. */
export default defineConfig({
  test: {
    // By default one core is left free, which on two cores is half of the machine.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'engine',
          include: ['packages/engine/**/*.test.ts'],
          setupFiles,
          isolate,
          testTimeout: 60_000,
        },
      },
      {
        test: { name: 'contract', include: ['packages/contract/**/*.test.ts'], isolate, testTimeout: 30_000 },
      },
      {
        test: { name: 'api-docs', include: ['packages/api-docs/**/*.test.ts'], isolate, testTimeout: 30_000 },
      },
      {
        test: {
          name: 'demo-world',
          include: ['packages/demo-world/**/*.test.ts'],
          isolate,
          testTimeout: 30_000,
        },
      },
      { test: { name: 'charts', include: ['packages/charts/**/*.test.ts'], setupFiles, isolate } },
      {
        test: {
          name: 'importers',
          include: ['packages/importers/**/*.test.ts'],
          setupFiles,
          isolate,
          testTimeout: 60_000,
        },
      },
      { test: { name: 'tools', include: ['tools/**/*.test.ts'], isolate, testTimeout: 30_000 } },
      {
        test: {
          name: 'api',
          include: ['apps/api/**/*.test.ts'],
          isolate,
          // Some wait for a clock, a process or a lock: two more than cores keep all of them busy meanwhile.
          maxWorkers: availableParallelism() + 2,
          // Projects with another number of workers need a turn of their own.
          sequence: { groupOrder: 1 },
          globalSetup: ['tools/testing/server.setup.mjs', 'apps/api/src/testing/postgres.setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      './apps/web/vite.config.ts',
    ],
  },
})
