import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

const issuer = 'Plumbline'
const periodSeconds = 30
/** Clocks of phones differ: the code of the step before and of the step after is taken too. */
const window = 1
const backupCodeCount = 10
/** Without letters that look alike. 15 of 32 letters are 75 bits. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz'
const lettersPerCode = 15

export function newTwoFactorSecret(): Buffer {
  return randomBytes(20)
}

function totpOf(secret: Uint8Array, username: string): TOTP {
  const { buffer, byteOffset, byteLength } = new Uint8Array(secret)
  return new TOTP({
    issuer,
    label: username,
    algorithm: 'SHA1',
    digits: 6,
    period: periodSeconds,
    secret: new Secret({ buffer: buffer.slice(byteOffset, byteOffset + byteLength) }),
  })
}

/** What the QR code holds, and the same as a key to type in. */
export function describeSecret(secret: Uint8Array, username: string): { url: string; key: string } {
  const totp = totpOf(secret, username)
  return { url: totp.toString(), key: totp.secret.base32 }
}

/** The time step a code belongs to, or null when it is none of this secret at this moment. */
export function stepOfCode(secret: Uint8Array, code: string, present: Date): number | null {
  const totp = totpOf(secret, '')
  const delta = totp.validate({ token: code, timestamp: present.getTime(), window })
  return delta === null ? null : totp.counter({ timestamp: present.getTime() }) + delta
}

/** Ten codes for the day the phone is lost. */
export function newBackupCodes(): string[] {
  return Array.from({ length: backupCodeCount }, () => {
    // 256 is a multiple of 32, so each letter is as likely as any other.
    const code = Array.from(randomBytes(lettersPerCode), byte => letters[byte % letters.length]).join('')
    return `${code.slice(0, 5)}-${code.slice(5, 10)}-${code.slice(10)}`
  })
}

/** Bound to its user: the same code of two users has two hashes. */
export function hashBackupCode(userId: string, code: string): Buffer {
  const plain = code.toLowerCase().replaceAll('-', '')
  return createHash('sha256').update(`${userId}:${plain}`).digest()
}

export function isBackupCode(code: string): boolean {
  return !/^\d{6}$/.test(code)
}

/** Seals a secret with the key of the servers, so that a copy of its table alone is worth nothing. */
export function seal(key: Uint8Array, secret: Uint8Array): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', sealingKey(key), nonce)
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

export function unseal(key: Uint8Array, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(key), sealed.subarray(0, 12))
  decipher.setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()])
}

function sealingKey(key: Uint8Array): Buffer {
  return createHmac('sha256', key).update('two-factor').digest()
}
