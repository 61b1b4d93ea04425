import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

/** Encrypts the key of a source with the server key, so that a copy of the table alone is useless. */
export function sealKey(serverKey: Uint8Array, key: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', sealingKey(serverKey), nonce)
  const sealed = Buffer.concat([cipher.update(key, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

export function unsealKey(serverKey: Uint8Array, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(serverKey), sealed.subarray(0, 12))
  decipher.setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
}

function sealingKey(serverKey: Uint8Array): Buffer {
  return createHmac('sha256', serverKey).update('integration').digest()
}
