import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

export interface TestCertificate {
  /** PEM. */
  key: string
  cert: string
}

/** A certificate for localhost, made anew for each run, so that no key is stored and none expires. */
export function createCertificate(): TestCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const body = certificateBody(publicKey)
  const signature = sign('sha256', body, privateKey)
  const certificate = sequence(body, signatureAlgorithm, tagged(0x03, Buffer.from([0]), signature))
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
  }
}

// The DER encoding of X.509, RFC 5280, as far as one certificate needs it.
const signatureAlgorithm = sequence(oid('2a8648ce3d040302'))

function certificateBody(publicKey: KeyObject): Buffer {
  const name = sequence(tagged(0x31, sequence(oid('550403'), tagged(0x0c, Buffer.from('localhost')))))
  const day = 86_400_000
  const validity = sequence(utcTime(Date.now() - day), utcTime(Date.now() + day))
  const isAuthority = sequence(oid('551d13'), tagged(0x04, sequence(tagged(0x01, Buffer.from([0xff])))))
  const alternativeNames = sequence(
    oid('551d11'),
    tagged(0x04, sequence(tagged(0x82, Buffer.from('localhost')), tagged(0x87, Buffer.from([127, 0, 0, 1])))),
  )
  return sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.from([1])),
    signatureAlgorithm,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(isAuthority, alternativeNames)),
  )
}

function tagged(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const size = content.length
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}

function sequence(...parts: Buffer[]): Buffer {
  return tagged(0x30, ...parts)
}

function oid(hex: string): Buffer {
  return tagged(0x06, Buffer.from(hex, 'hex'))
}

function utcTime(moment: number): Buffer {
  const text = new Date(moment).toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)
  return tagged(0x17, Buffer.from(`${text}Z`))
}
