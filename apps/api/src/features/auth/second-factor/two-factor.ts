import { createHash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

const issuer = 'Plumbline'
const periodSeconds = 30
/** Phone clocks differ, so adjacent time steps are accepted too. */
const window = 1
const backupCodeCount = 10
/** Without letters that look alike. 15 of 32 letters are 75 bits. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz'
const lettersPerCode = 15

export function newTwoFactorSecret(): Buffer {
  return randomBytes(20)
}

function createTotp(secret: Uint8Array, username: string): TOTP {
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

/** The URL for the QR code, and the key to type in. */
export function describeSecret(secret: Uint8Array, username: string): { url: string; key: string } {
  const totp = createTotp(secret, username)
  return { url: totp.toString(), key: totp.secret.base32 }
}

/** The time step of a code, or null if the code is invalid. */
export function findTimeStep(secret: Uint8Array, code: string, present: Date): number | null {
  const totp = createTotp(secret, '')
  const delta = totp.validate({ token: code, timestamp: present.getTime(), window })
  return delta === null ? null : totp.counter({ timestamp: present.getTime() }) + delta
}

export function newBackupCodes(): string[] {
  return Array.from({ length: backupCodeCount }, () => {
    // 256 is a multiple of 32, so all letters are equally likely.
    const code = Array.from(randomBytes(lettersPerCode), byte => letters[byte % letters.length]).join('')
    return `${code.slice(0, 5)}-${code.slice(5, 10)}-${code.slice(10)}`
  })
}

/** Salted with the user id, so that the same code of two users has two hashes. */
export function hashBackupCode(userId: string, code: string): Buffer {
  const plain = code.toLowerCase().replaceAll('-', '')
  return createHash('sha256').update(`${userId}:${plain}`).digest()
}

export function isBackupCode(code: string): boolean {
  return !/^\d{6}$/.test(code)
}
