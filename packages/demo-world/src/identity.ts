import { createHash } from 'node:crypto'

/** The namespace of everything in the demo world. */
const namespace = Buffer.from('5f0a3d6e8c1b4e7a9d2c6b8e4f1a7c30', 'hex')

/** Derives the id of a name: a version 5 UUID, the same at every start. */
export function worldId(...name: readonly (string | number)[]): string {
  const bytes = createHash('sha1').update(namespace).update(name.join('/')).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
