import { globSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { queryRegistry } from './queries.ts'

const server = path.resolve(import.meta.dirname, '..')

it('registers every query that is defined', async () => {
  const files = globSync('{features,figures}/**/*.query.ts', { cwd: server })
  expect(files.length).toBeGreaterThan(30)
  const modules = await Promise.all(files.map(file => import(path.join(server, file))))
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
