import type { FastifyRequest } from 'fastify'
import { readDeviceCookie } from '../../../platform/auth/web-cookies.ts'
import type { AuthStore, Origin } from '../auth.store.ts'
import { type KnownOrigin, networkPrefix } from '../limits/limits.ts'
import { hashSecret } from './refresh-token.ts'

export function readOrigin(request: FastifyRequest): Origin {
  const device = readDeviceCookie(request)
  return {
    address: request.ip,
    network: networkPrefix(request.ip),
    deviceHash: device === null ? null : hashSecret(Buffer.from(device)),
  }
}

/** The device or address of a request, if this account has signed in from it before. */
export async function findKnownOrigin(
  store: AuthStore,
  account: { login: string } | { id: string },
  request: FastifyRequest,
): Promise<KnownOrigin | null> {
  const origin = readOrigin(request)
  const known = await store.knownOrigin(account, origin)
  if (known.byDevice && origin.deviceHash) return { kind: 'device', id: origin.deviceHash.toString('hex') }
  return known.byAddress ? { kind: 'address' } : null
}
