import { describe, expect, it } from 'vitest'
import { findCycle, findImports, listForbiddenImports, readSources, resolveImport } from './boundaries.ts'

const forbidden = (path: string, ...imports: string[]) =>
  listForbiddenImports({ path, imports }, resolveImport)

describe('import boundaries', () => {
  it('hold for every file of the repository', () => {
    const sources = readSources()
    expect(sources.length).toBeGreaterThan(50)
    expect(sources.flatMap(file => listForbiddenImports(file, resolveImport))).toEqual([])
  })

  it('have no import cycles', () => {
    expect(findCycle(readSources())).toBeNull()
  })

  it('reject imports between features of the server and of the web app', () => {
    expect(forbidden('apps/api/src/features/fees/fees.routes.ts', '../auth/auth.store.ts')).toHaveLength(1)
    expect(forbidden('apps/web/src/features/fees/fees-screen.tsx', '../login/login-screen.tsx')).toHaveLength(
      1,
    )
    expect(forbidden('apps/api/src/features/fees/fees.store.ts', '../auth/auth.store.ts')).toHaveLength(1)
  })

  it('reject an import from a higher layer', () => {
    expect(forbidden('apps/web/src/ui/table.tsx', '../features/fees/fee-cell.tsx')).toHaveLength(1)
    expect(forbidden('apps/api/src/platform/db/database.ts', '../http/app-error.ts')).toHaveLength(1)
    expect(forbidden('packages/engine/src/money/sum.ts', '@plumbline/contract')).toHaveLength(1)
  })

  it('reject a file outside every room, as importer and as target', () => {
    expect(forbidden('apps/api/src/helpers.ts')).toHaveLength(1)
    expect(forbidden('apps/api/src/platform/db/database.ts', '../../helpers.ts')).toHaveLength(1)
  })

  it('reject packages in the engine', () => {
    expect(forbidden('packages/engine/src/money/sum.ts', 'node:fs')).toHaveLength(1)
    expect(forbidden('packages/engine/src/money/sum.ts', 'zod')).toHaveLength(1)
  })

  it('reject SQL outside stores', () => {
    expect(forbidden('apps/api/src/features/fees/fees.routes.ts', 'kysely')).toHaveLength(1)
    expect(forbidden('apps/api/src/features/fees/fees.store.ts', 'kysely')).toEqual([])
  })

  it('allow a route to import its store, the platform and the engine', () => {
    expect(
      forbidden(
        'apps/api/src/features/fees/fees.routes.ts',
        './fees.store.ts',
        '../../platform/http/serve.ts',
        '@plumbline/engine',
      ),
    ).toEqual([])
  })

  it('cover imports of every kind', () => {
    const text = `import a from 'a'\nimport type { b } from "b"\nexport * from 'c'\nimport 'd'\nconst e = await import('e')\nimport {\n  f,\n} from 'f'\n`
    expect(findImports(text)).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  })

  it('detect an import cycle', () => {
    const files = [
      { path: 'a/x.ts', imports: ['./y.ts'] },
      { path: 'a/y.ts', imports: ['./z.ts'] },
      { path: 'a/z.ts', imports: ['./x.ts'] },
    ]
    expect(findCycle(files)).toEqual(['a/x.ts', 'a/y.ts', 'a/z.ts', 'a/x.ts'])
  })
})
