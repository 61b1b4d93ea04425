import { describe, expect, it } from 'vitest'
import { readZip, zipLimits } from '../src/archive/zip.ts'
import { UnreadableFile } from '../src/problem.ts'
import { writeZip } from './support/write-zip.ts'

const text = (content: string) => new TextEncoder().encode(content)

function refusal(run: () => unknown): string {
  try {
    run()
    return ''
  } catch (error) {
    return error instanceof UnreadableFile ? error.message : `threw ${error}`
  }
}

describe('ZIP archives', () => {
  it('unpacks deflated and stored files', () => {
    for (const method of [0, 8]) {
      const zip = writeZip(
        [
          ['a.xml', text('<a/>')],
          ['deep/b.txt', text('bb'.repeat(1000))],
        ],
        { method },
      )
      const files = readZip(zip)
      expect([...files.keys()]).toEqual(['a.xml', 'deep/b.txt'])
      expect(new TextDecoder().decode(files.get('deep/b.txt'))).toBe('bb'.repeat(1000))
    }
  })

  it('unpacks only the wanted files', () => {
    const zip = writeZip([
      ['a', text('1')],
      ['b', text('2')],
    ])
    expect([...readZip(zip, zipLimits, name => name === 'b').keys()]).toEqual(['b'])
  })

  it('rejects an archive that unpacks to more than allowed', () => {
    const bomb = writeZip([['a', new Uint8Array(40 * 1024 * 1024)]])
    expect(bomb.length).toBeLessThan(100_000)
    expect(refusal(() => readZip(bomb))).toBe(
      'The archive cannot be unpacked: a unpacks to more than 500 times its size.',
    )
    const many = writeZip([
      ['a', new Uint8Array(900_000)],
      ['b', new Uint8Array(900_000)],
    ])
    expect(refusal(() => readZip(many, { ...zipLimits, totalBytes: 1024 * 1024 }))).toBe(
      'The archive unpacks to more than 1 MB.',
    )
    expect(refusal(() => readZip(many, { ...zipLimits, entries: 1 }))).toContain('more than 1 files')
  })

  it('rejects what is damaged, encrypted, doubled or cut off', () => {
    const file = [['a', text('content of a file')]] as const
    expect(refusal(() => readZip(writeZip(file, { crc: 1 })))).toContain('a is damaged')
    expect(refusal(() => readZip(writeZip(file, { flags: 1 })))).toContain('a is encrypted')
    expect(refusal(() => readZip(writeZip([...file, ...file])))).toContain('a is in it twice')
    const whole = writeZip(file)
    for (let length = 0; length < whole.length; length += 1)
      expect(refusal(() => readZip(whole.subarray(0, length)))).toContain('cannot be unpacked')
  })

  it('never throws anything else, whatever byte is changed', () => {
    const whole = writeZip([['a', text('content of a file, content of a file')]])
    for (let at = 0; at < whole.length; at += 1) {
      const changed = Buffer.from(whole)
      changed[at] = (changed[at] ?? 0) ^ 0xff
      expect(refusal(() => readZip(changed))).not.toContain('threw')
    }
  })
})
