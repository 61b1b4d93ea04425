import { createHmac } from 'node:crypto'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const stepMs = 30_000

/** The code an authenticator app shows at a moment (RFC 6238), worked out apart from what the server uses. */
export function totp(key: string, at: Date): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at.getTime() / stepMs)))
  const digest = createHmac('sha1', bytesOf(key)).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  const number = digest.readUInt32BE(offset) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

/** A code works once, so the next sign-in takes the one after it; the server takes it a step early. */
export function nextTotp(key: string, at: Date): string {
  return totp(key, new Date(at.getTime() + stepMs))
}

function bytesOf(key: string): Buffer {
  const bits = [...key.replaceAll(/[\s=]/g, '')].map(letter =>
    letters.indexOf(letter).toString(2).padStart(5, '0'),
  )
  const bytes = bits.join('').match(/.{8}/g) ?? []
  return Buffer.from(bytes.map(byte => Number.parseInt(byte, 2)))
}
