import react from '@vitejs/plugin-react'
import type { Rolldown } from 'vite'
import { defineConfig } from 'vitest/config'
import { contractPlugin } from './vite/contract-plugin.ts'
import { preloadPlugin } from './vite/preload-plugin.ts'
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

const isForStart = importedBy(/[\\/]main\.tsx$/)
const isForSignIn = importedBy(/[\\/]login-page\.tsx$/)
const isForFirstScreen = importedBy(/[\\/]first-screen\.ts$/)
const isForPopups = importedBy(/[\\/](?:popup-chunk\.ts|toast-region\.tsx|period-dates\.tsx)$/)

/**
 * Libraries of every page form one long-cached chunk, the shell and the first screen another, the login a third.
 * Popups are one chunk that loads after the first paint. Modules shared by other screens are merged into a few
 * chunks, loaded on demand.
 */
const chunks: Rolldown.CodeSplittingGroup[] = [
  { name: 'framework', test: /[\\/]node_modules[\\/]|rolldown[\\/]runtime/, tags: ['$initial'], priority: 2 },
  // What both the login and the first screen use comes with the start: neither loads the other's file.
  {
    name: (id, context) =>
      isForStart(id, context) || (isForSignIn(id, context) && isForFirstScreen(id, context)) ? 'start' : null,
    priority: 1,
  },
  {
    name: (id, _context) => /virtual:(texts)\/([\w-]+)$/.exec(id)?.slice(1).join('-') ?? null,
    priority: 0.8,
  },
  { name: 'forms', test: /[\\/]node_modules[\\/]react-hook-form[\\/]/, priority: 1 },
  { name: (id, context) => (isForSignIn(id, context) ? 'sign-in' : null), priority: 0.7 },
  { name: (id, context) => (isForFirstScreen(id, context) ? 'first' : null), priority: 0.5 },
  { name: (id, context) => (isForPopups(id, context) ? 'popups' : null), priority: 0.4 },
  { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 8_000 },
]

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), contractPlugin(), preloadPlugin(), serviceWorkerPlugin()],
  build: {
    target: 'es2022',
    outDir: 'dist',
    // The server's policy allows images from `data:` but no other inline content; fonts stay files.
    assetsInlineLimit: 0,
    rolldownOptions: {
      preserveEntrySignatures: 'allow-extension',
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
