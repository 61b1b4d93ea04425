import { describe, expect, it } from 'vitest'
import { type FileFormat, fileFormats, presets, readFile } from '../src/index.ts'
import { compact } from './compact.ts'
import { expectedFile, sampleBytes, sampleNames } from './sample-files.ts'

const read = (name: string) => readFile(sampleBytes(name))

describe('our samples', () => {
  it.each(sampleNames)('reads %s as expected', async name => {
    await expect(compact(read(name))).toMatchFileSnapshot(expectedFile(name))
  })

  it('has one of every format', () => {
    const formats = new Set(sampleNames.map(name => read(name).format))
    expect(fileFormats.filter((format: FileFormat) => !formats.has(format))).toEqual([])
  })

  it('has one of every preset, which no other preset takes for its own', () => {
    const known = sampleNames.flatMap(name => {
      const reading = read(name)
      return reading.state === 'read' && reading.preset ? [reading.preset.id] : []
    })
    expect([...known].sort()).toEqual(presets.map(preset => preset.id).sort())
  })
})
