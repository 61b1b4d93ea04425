import { readFileSync } from 'node:fs'
import { type FileFormat, fileFormats } from '@plumbline/contract'
import { describe, expect, it } from 'vitest'
import { presets, readFile } from '../src/index.ts'
import { compact } from './support/compact.ts'
import { expectedFile, sampleBytes, sampleNames } from './support/sample-files.ts'

const read = (name: string) => readFile(sampleBytes(name))

describe('samples', () => {
  it.each(sampleNames)('match the expected reading: %s', async name => {
    await expect(compact(read(name))).toMatchFileSnapshot(expectedFile(name))
  })

  it('cover every format of text', () => {
    // PDFs are drawn by their own tests.
    const formats = new Set([...sampleNames.map(name => read(name).format), 'pdf'])
    expect(fileFormats.filter((format: FileFormat) => !formats.has(format))).toEqual([])
  })

  it('cover every preset, each recognized by no other', () => {
    const known = sampleNames.flatMap(name => {
      const reading = read(name)
      return reading.state === 'read' && reading.preset ? [reading.preset.id] : []
    })
    expect([...new Set(known)].sort()).toEqual(presets.map(preset => preset.id).sort())
  })

  it('name the presets without a public file in the documentation', () => {
    const page = readFileSync(new URL('../../../docs/importing.md', import.meta.url), 'utf8')
    const listed = /after published columns: ([^.]+)\./.exec(page)?.[1]?.split(', ') ?? []
    const published = presets.filter(({ followsPublishedColumns }) => followsPublishedColumns)
    expect(listed.sort()).toEqual(published.map(({ name }) => name).sort())
  })
})
