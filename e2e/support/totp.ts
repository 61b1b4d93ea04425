import { createHmac } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const stepMs = 30_000

/** Computes the code of an authenticator app (RFC 6238), independently of the server. */
export function computeTotp(key: string, at: Date): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at.getTime() / stepMs)))
  const digest = createHmac('sha1', decodeBase32(key)).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  const number = digest.readUInt32BE(offset) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

/** Computes the next code: each works only once, and the server accepts it one step early. */
export function computeNextTotp(key: string, at: Date): string {
  return computeTotp(key, new Date(at.getTime() + stepMs))
}

function decodeBase32(key: string): Buffer {
  const bits = [...key.replaceAll(/[\s=]/g, '')].map(letter =>
    alphabet.indexOf(letter).toString(2).padStart(5, '0'),
  )
  const bytes = bits.join('').match(/.{8}/g) ?? []
  return Buffer.from(bytes.map(byte => Number.parseInt(byte, 2)))
}
