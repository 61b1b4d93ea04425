import { globSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { queryRegistry } from './queries.ts'

const features = path.resolve(import.meta.dirname, '../features')

it('registers every query that a feature defines', async () => {
  const files = globSync('**/*.query.ts', { cwd: features })
  expect(files.length).toBeGreaterThan(30)
  const modules = await Promise.all(files.map(file => import(path.join(features, file))))
  const defined = modules.flatMap(module =>
    Object.values(module)
      .filter(isQuery)
      .map(query => query.name),
  )
  expect([...queryRegistry.keys()].sort()).toEqual(defined.sort())
})

function isQuery(value: unknown): value is { name: string } {
  return typeof value === 'object' && value !== null && 'name' in value && 'compute' in value
}
