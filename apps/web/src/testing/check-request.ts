import { allEndpoints, findUnknownFields, noFields } from '@plumbline/contract'
import { expect } from 'vitest'

interface SentRequest {
  method: string
  path: string
  body?: unknown
}

/** Fails the test if a request has fields that its call does not have: the server would reject it. */
export function checkRequest({ method, path, body }: SentRequest): void {
  const [pathname = '', search = ''] = path.split('?')
  const fitting = allEndpoints().filter(
    ([, call]) => call.method === method && isPath(call.path.split('/'), pathname.split('/')),
  )
  // `/list/` also looks like an id: the call with fewer parameters is meant.
  fitting.sort(([, a], [, b]) => a.path.split(':').length - b.path.split(':').length)
  const [name, call] = fitting[0] ?? []
  if (!call) return
  const query = Object.fromEntries(new URLSearchParams(search))
  const unknown = [
    ...findUnknownFields(call.query ?? noFields, query),
    ...findUnknownFields(call.body ?? noFields, body),
  ]
  expect
    .soft(
      unknown.map(field => field.path.join('.')),
      `unknown fields in ${name}`,
    )
    .toEqual([])
}

function isPath(declared: readonly string[], sent: readonly string[]): boolean {
  return (
    declared.length === sent.length &&
    declared.every((segment, place) => segment.startsWith(':') || segment === sent[place])
  )
}
