import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** Set by the library that positions overlays. */
const setByLibrary = new Set(['--anchor-width', '--available-height', '--available-width'])

const sources = globSync('apps/web/src/**/*.{css,ts,tsx}', { exclude: file => /\.test\.tsx?$/.test(file) })
const read = (file: string) => readFileSync(file, 'utf8')

describe('the custom properties of the styles', () => {
  it('are all defined: an unknown one silently drops its declaration', () => {
    const defined = new Set(
      // A declaration of a style sheet, or a name in code that sets it.
      sources.flatMap(file =>
        [
          ...read(file).matchAll(file.endsWith('.css') ? /(--[a-z0-9-]+)\s*:/g : /['"](--[a-z0-9-]+)['"]/g),
        ].map(([, name]) => name),
      ),
    )
    const unknown = sources
      .filter(file => file.endsWith('.css'))
      .flatMap(file =>
        [...read(file).matchAll(/var\(\s*(--[a-z0-9-]+)/g)]
          .map(([, name = '']) => name)
          .filter(name => !defined.has(name) && !setByLibrary.has(name))
          .map(name => `${file}: ${name}`),
      )
    expect(sources.length).toBeGreaterThan(100)
    expect([...new Set(unknown)]).toEqual([])
  })
})
