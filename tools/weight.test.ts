import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { ensureWebBuilt } from './bootstrap/web-build.mjs'
import { repositoryRoot } from './boundaries.ts'

const dist = path.join(repositoryRoot, 'apps/web/dist')
const assets = path.join(dist, 'assets')
/** What a first visit may load before it shows something. */
const mostKilobytes = 200
/** And until the first screen stands, as far as one sees without scrolling. A little above what it is now. */
const mostWithScreen = 190

beforeAll(() => ensureWebBuilt(), 180_000)

/** The scripts that the page itself asks for. */
function entries(): string[] {
  const html = readFileSync(path.join(dist, 'index.html'), 'utf8')
  return [...html.matchAll(/(?:src|href)="\/assets\/([^"]+\.js)"/g)].map(match => match[1] ?? '')
}

/** Everything that a script loads before it runs; what it loads when needed is not part of it. */
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

function chunk(name: string): string {
  const found = readdirSync(assets).find(file => file.startsWith(`${name}-`) && file.endsWith('.js'))
  if (found === undefined) throw new Error(`The build has no file for ${name}.`)
  return found
}

describe('the first load of the web app', () => {
  it(`is at most ${mostKilobytes} KB of JavaScript with the page to sign in, compressed`, () => {
    const files = withImports([...entries(), chunk('login-page')])
    expect(files.size).toBeGreaterThan(1)
    expect(kilobytes(files)).toBeLessThanOrEqual(mostKilobytes)
  })

  it(`is at most ${mostWithScreen} KB with the shell and the first screen, charts included`, () => {
    const files = withImports([...entries(), chunk('default-layout'), chunk('overview-screen')])
    expect(kilobytes(files)).toBeLessThanOrEqual(mostWithScreen)
  })

  it.each([
    'position-modal',
    'explain-modal',
    'search-modal',
    'group-modal',
    'overview-lower',
    'popups',
    'multi-select',
  ])('loads %s only when it is needed', name => {
    const first = withImports([...entries(), chunk('default-layout'), chunk('overview-screen')])
    expect(first.has(chunk(name))).toBe(false)
  })
})
