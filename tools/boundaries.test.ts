import { describe, expect, it } from 'vitest'
import { findCircle, importsOf, readSources, resolveImport, wrongImports } from './boundaries.ts'

const wrong = (path: string, ...imports: string[]) => wrongImports({ path, imports }, resolveImport)

describe('who may import whom', () => {
  it('holds for every file of the house', () => {
    const sources = readSources()
    expect(sources.length).toBeGreaterThan(50)
    expect(sources.flatMap(file => wrongImports(file, resolveImport))).toEqual([])
  })

  it('leaves no circle of imports', () => {
    expect(findCircle(readSources())).toBeNull()
  })

  it('refuses a feature that imports a feature, on both sides', () => {
    expect(wrong('apps/api/src/features/fees/fees.routes.ts', '../auth/auth.store.ts')).toHaveLength(1)
    expect(wrong('apps/web/src/features/fees/fees-screen.tsx', '../login/login-screen.tsx')).toHaveLength(1)
    expect(wrong('apps/api/src/features/fees/fees.store.ts', '../auth/auth.store.ts')).toHaveLength(1)
  })

  it('refuses an arrow upward', () => {
    expect(wrong('apps/web/src/ui/table.tsx', '../features/fees/fee-cell.tsx')).toHaveLength(1)
    expect(wrong('apps/api/src/platform/db/database.ts', '../http/app-error.ts')).toHaveLength(1)
    expect(wrong('packages/engine/src/money/sum.ts', '@plumbline/contract')).toHaveLength(1)
  })

  it('refuses a file outside of every room, as importer and as target', () => {
    expect(wrong('apps/api/src/helpers.ts')).toHaveLength(1)
    expect(wrong('apps/api/src/platform/db/database.ts', '../../helpers.ts')).toHaveLength(1)
  })

  it('refuses an engine that is not pure', () => {
    expect(wrong('packages/engine/src/money/sum.ts', 'node:fs')).toHaveLength(1)
    expect(wrong('packages/engine/src/money/sum.ts', 'zod')).toHaveLength(1)
  })

  it('refuses SQL outside of stores', () => {
    expect(wrong('apps/api/src/features/fees/fees.routes.ts', 'kysely')).toHaveLength(1)
    expect(wrong('apps/api/src/features/fees/fees.store.ts', 'kysely')).toEqual([])
  })

  it('allows what the plan allows', () => {
    expect(
      wrong(
        'apps/api/src/features/fees/fees.routes.ts',
        './fees.store.ts',
        '../../platform/http/serve.ts',
        '@plumbline/engine',
      ),
    ).toEqual([])
  })

  it('sees imports of every kind', () => {
    const text = `import a from 'a'\nimport type { b } from "b"\nexport * from 'c'\nimport 'd'\nconst e = await import('e')\nimport {\n  f,\n} from 'f'\n`
    expect(importsOf(text)).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  })

  it('sees a circle', () => {
    const files = [
      { path: 'a/x.ts', imports: ['./y.ts'] },
      { path: 'a/y.ts', imports: ['./z.ts'] },
      { path: 'a/z.ts', imports: ['./x.ts'] },
    ]
    expect(findCircle(files)).toEqual(['a/x.ts', 'a/y.ts', 'a/z.ts', 'a/x.ts'])
  })
})
