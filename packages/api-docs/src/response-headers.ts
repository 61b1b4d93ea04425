import type { Endpoint } from '@plumbline/contract'
import { isCreating, replayedHeader } from '@plumbline/contract'

interface Header {
  description: string
  schema: object
  example: string | number
}

const text = { type: 'string' }

/** The headers of replies beside the media type, by the name of their component. Those of security and caching are left out. */
const headers = {
  requestId: {
    name: 'X-Request-Id',
    description: 'The id of the request in the log of the server.',
    schema: text,
    example: 'req-4k2',
  },
  disposition: {
    name: 'Content-Disposition',
    description: 'Sent with files; the name of the file where it has one.',
    schema: text,
    example: 'attachment; filename="report.pdf"',
  },
  replayed: {
    name: replayedHeader,
    description: 'true if this is the stored reply of an earlier call with the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  retryAfter: {
    name: 'Retry-After',
    description: 'Seconds to wait before the next attempt.',
    schema: { type: 'integer', minimum: 0 },
    example: 30,
  },
  allow: {
    name: 'Allow',
    description: 'The methods of this path.',
    schema: text,
    example: 'GET, HEAD',
  },
  cookies: {
    name: 'Set-Cookie',
    description: 'The session of the web client; only for calls that start, renew or end one.',
    schema: text,
    example: 'plumbline_access=eyJ…; Path=/; SameSite=Strict',
  },
} as const satisfies Record<string, Header & { name: string }>

type HeaderKey = keyof typeof headers

export const headerComponents: Readonly<Record<HeaderKey, Header>> = Object.fromEntries(
  Object.entries(headers).map(([key, { name: _, ...header }]) => [key, header]),
) as Record<HeaderKey, Header> // fromEntries loses the keys.

function refer(keys: readonly HeaderKey[]): Record<string, { $ref: string }> {
  return Object.fromEntries(keys.map(key => [headers[key].name, { $ref: `#/components/headers/${key}` }]))
}

const always: readonly HeaderKey[] = ['requestId']

/** The headers of a successful reply. */
export function successHeaders(call: Endpoint): Record<string, { $ref: string }> {
  return refer([
    ...always,
    ...(call.alsoReplies ? (['disposition'] as const) : []),
    ...(isCreating(call) && call.creates !== 'secret' ? (['replayed'] as const) : []),
    ...(call.path.startsWith('/auth/') ? (['cookies'] as const) : []),
  ])
}

/** The headers of an error with a status. */
export function failureHeaders(status: number): Record<string, { $ref: string }> {
  return refer([
    ...always,
    ...(status === 405 ? (['allow'] as const) : []),
    ...(status === 429 || status === 503 || status === 409 ? (['retryAfter'] as const) : []),
  ])
}
