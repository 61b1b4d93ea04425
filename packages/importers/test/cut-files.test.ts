import { describe, expect, it } from 'vitest'
import { readFile } from '../src/index.ts'
import { sampleBytes, sampleNames } from './support/sample-files.ts'

const encode = (text: string) => new TextEncoder().encode(text)
const readText = (text: string) => readFile(encode(text))

/** A sample up to its last row that becomes a transaction, without its line end; null if there is none. */
function upToPosted(name: string): { text: string; line: number } | null {
  const lines = new TextDecoder().decode(sampleBytes(name)).split('\n')
  for (let line = lines.length; line > 1; line -= 1) {
    const text = lines.slice(0, line).join('\n').trimEnd()
    const found = readText(`${text}\n`)
    if (found.state === 'read' && found.reading.drafts.some(draft => draft.line === line))
      return { text, line }
  }
  return null
}

/** The file cut at places within its last line, before the last cell begins. */
function cutsOf(text: string): string[] {
  const begin = text.lastIndexOf('\n') + 1
  const end = Math.max(...[',', ';', '\t'].map(separator => text.lastIndexOf(separator)))
  const cuts: string[] = []
  for (let at = begin + 2; at <= end; at += 3) cuts.push(text.slice(0, at))
  return cuts
}

const files = sampleNames.filter(name => name.endsWith('.csv')).map(name => ({ name, ...upToPosted(name) }))

describe('a file that ends within its last row', () => {
  it.each(files)('is unreadable or names the row as a problem: $name', ({ text, line }) => {
    const missed = cutsOf(text ?? '').filter(cut => {
      const found = readText(cut)
      if (found.state !== 'read') return found.state !== 'unreadable'
      return !found.reading.problems.some(problem => problem.line === line)
    })
    expect(missed.map(cut => cut.split('\n').at(-1))).toEqual([])
  })

  it('covers many formats', () => {
    expect(files.filter(({ text }) => text !== undefined).length).toBeGreaterThan(30)
  })
})
