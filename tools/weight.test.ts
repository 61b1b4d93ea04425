import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { ensureWebBuilt } from './bootstrap/web-build.mjs'
import { repositoryRoot } from './boundaries.ts'

const dist = path.join(repositoryRoot, 'apps/web/dist')
const assets = path.join(dist, 'assets')
/** Budget until the sign-in page shows. */
const maxKilobytes = 200
/** Budget until the first screen shows without scrolling, slightly above the current size. */
const maxWithScreen = 182

beforeAll(() => ensureWebBuilt(), 180_000)

/** Scripts referenced by index.html. */
function findEntries(): string[] {
  const html = readFileSync(path.join(dist, 'index.html'), 'utf8')
  return [...html.matchAll(/(?:src|href)="\/assets\/([^"]+\.js)"/g)].map(match => match[1] ?? '')
}

/** The scripts and their static imports; lazy-loaded chunks do not count. */
function withImports(first: readonly string[]): Set<string> {
  const all = new Set<string>()
  const visit = (file: string) => {
    if (all.has(file)) return
    all.add(file)
    const code = readFileSync(path.join(assets, file), 'utf8')
    for (const [, name] of code.matchAll(/(?:^|[;}\s])(?:import|export)[^'"()]*["']\.\/([^"']+\.js)["']/g))
      if (name !== undefined) visit(name)
  }
  for (const file of first) visit(file)
  return all
}

function kilobytes(files: Iterable<string>): number {
  const bytes = [...files].map(file => gzipSync(readFileSync(path.join(assets, file))).byteLength)
  return bytes.reduce((sum, size) => sum + size, 0) / 1024
}

function findChunk(name: string): string {
  // 'first-steps' is not 'first': a name ends with a hash of eight letters.
  const file = new RegExp(`^${name}-[\\w-]{8}\\.js$`)
  const found = readdirSync(assets).find(each => file.test(each))
  if (found === undefined) throw new Error(`The build has no file for ${name}.`)
  return found
}

describe('the first load of the web app', () => {
  it(`is at most ${maxKilobytes} KB of JavaScript with the sign-in page, compressed`, () => {
    const files = withImports([...findEntries(), findChunk('sign-in')])
    expect(files.size).toBeGreaterThan(1)
    expect(kilobytes(files)).toBeLessThanOrEqual(maxKilobytes)
  })

  it(`is at most ${maxWithScreen} KB with the shell and the first screen, charts included`, () => {
    const files = withImports([...findEntries(), findChunk('first')])
    expect(kilobytes(files)).toBeLessThanOrEqual(maxWithScreen)
  })

  it.each(['position-modal', 'explain-modal', 'search-modal', 'group-modal', 'overview-lower', 'popups'])(
    'excludes the lazy-loaded chunk %s',
    name => {
      const first = withImports([...findEntries(), findChunk('first')])
      expect(first.has(findChunk(name))).toBe(false)
    },
  )
})

describe('the scripts of the web app', () => {
  it('evaluate no text, which the content policy blocks: the schemas of the contract stay on the server', () => {
    const evaluating = readdirSync(assets)
      .filter(file => file.endsWith('.js'))
      .filter(file => /\b(?:new )?Function\(|\beval\(/.test(readFileSync(path.join(assets, file), 'utf8')))
    expect(evaluating).toEqual([])
  })
})
