import path from 'node:path'
import { defineConfig, type Plugin } from 'vite'

const sources = path.join(import.meta.dirname, 'src')
const built = path.join(import.meta.dirname, 'dist')
const entries = ['main', 'query-worker', 'import-worker', 'print-worker', 'password-worker']

/** What lies beside a source (migrations, typefaces, common passwords) is read from there by the built one as well. */
const ownFolders: Plugin = {
  name: 'own-folders',
  transform(code, id) {
    if (!id.startsWith(sources) || !code.includes('import.meta.dirname')) return null
    const folder = path.relative(built, path.dirname(id)).replaceAll(path.sep, '/')
    return code.replaceAll('import.meta.dirname', `(import.meta.dirname + '/${folder}')`)
  },
}

/**
 * The server and its threads in a few files: Node takes longer to find and link 1,400 modules than to do what is in
 * them. Only packages of many small modules are taken in; the others stay as they were published.
 */
export default defineConfig({
  plugins: [ownFolders],
  build: {
    ssr: true,
    target: 'node24',
    minify: false,
    emptyOutDir: false,
    rolldownOptions: {
      input: Object.fromEntries(entries.map(name => [name, path.join(sources, 'app', `${name}.ts`)])),
      output: { entryFileNames: '[name].js', chunkFileNames: 'shared-[name].js' },
    },
  },
  ssr: {
    noExternal: [/^@plumbline\//, 'kysely', 'zod', 'jose', 'write-excel-file'],
  },
})
