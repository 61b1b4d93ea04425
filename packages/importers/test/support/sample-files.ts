import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const folder = path.resolve(import.meta.dirname, '../../samples')

/** Samples: invented data in the shape of real files, with one or two unreadable rows. */
export const sampleNames: readonly string[] = readdirSync(folder)
  .filter(name => !name.endsWith('.expected.json') && !name.endsWith('.md'))
  .sort()

export function sampleBytes(name: string): Uint8Array {
  return readFileSync(path.join(folder, name))
}

export const expectedFile = (name: string): string => path.join(folder, `${name}.expected.json`)
