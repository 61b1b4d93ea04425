import react from '@vitejs/plugin-react'
import type { Rolldown } from 'vite'
import { defineConfig } from 'vitest/config'
import { contractPlugin } from './vite/contract-plugin.ts'
import { serviceWorkerPlugin } from './vite/service-worker-plugin.ts'

const server = 'http://127.0.0.1:4000'

/** Whether a module is a direct or transitive static import of these files. Dynamic imports do not count. */
function importedBy(files: RegExp) {
  const known = new Map<string, boolean>()
  const isImported = (module: string, context: Rolldown.ChunkingContext): boolean => {
    const before = known.get(module)
    if (before !== undefined) return before
    known.set(module, false)
    const found =
      files.test(module) ||
      (context.getModuleInfo(module)?.importers ?? []).some(importer => isImported(importer, context))
    known.set(module, found)
    return found
  }
  return isImported
}

const isForSignIn = importedBy(/[\\/]login-page\.tsx$/)
const isForFirstScreen = importedBy(/[\\/](?:default-layout|overview-screen)\.tsx$/)
const isForPopups = importedBy(/[\\/](?:popup-chunk\.ts|toast-region\.tsx|period-dates\.tsx)$/)

/**
 * Libraries of every page form one long-cached chunk, the shell and the first screen another, the login a third.
 * Popups are one chunk that loads after the first paint. Modules shared by other screens are merged into a few
 * chunks, loaded on demand.
 */
const chunks: Rolldown.CodeSplittingGroup[] = [
  { name: 'framework', test: /[\\/]node_modules[\\/]/, tags: ['$initial'], priority: 2 },
  { name: 'start', test: /[\\/]src[\\/]/, tags: ['$initial'], priority: 1 },
  { name: 'forms', test: /[\\/]node_modules[\\/]react-hook-form[\\/]/, priority: 1 },
  { name: (id, context) => (isForSignIn(id, context) ? 'sign-in' : null), priority: 0.7 },
  { name: (id, context) => (isForFirstScreen(id, context) ? 'first' : null), priority: 0.5 },
  { name: (id, context) => (isForPopups(id, context) ? 'popups' : null), priority: 0.4 },
  { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 8_000 },
]

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), contractPlugin(), serviceWorkerPlugin()],
  build: {
    target: 'es2022',
    outDir: 'dist',
    // The server's policy allows images from `data:` but no other inline content; fonts stay files.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunks },
        // Without a name, a shared chunk is named after all of its importers.
        chunkFileNames: ({ name }) => `assets/${name.startsWith('shared') ? 'shared' : '[name]'}-[hash].js`,
      },
    },
    license: { fileName: 'third-party-licenses.md' },
  },
  server: { port: 5173, proxy: { '/api': server, '/auth': server } },
  preview: { proxy: { '/api': server, '/auth': server } },
  test: {
    name: 'web',
    // The default leaves one core free, which is half of a two-core machine.
    maxWorkers: '100%',
    // Reuse workers: starting one per file, each with a DOM, took a third of the time.
    pool: 'vmThreads',
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: [
      'src/testing/without-owner-stacks.ts',
      'src/testing/setup.ts',
      '../../tools/testing/one-seed.ts',
    ],
    // As in the other projects: only ends a test that hangs.
    testTimeout: 240_000,
    css: { modules: { classNameStrategy: 'non-scoped' } },
  },
})
