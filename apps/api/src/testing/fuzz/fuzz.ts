import { type Endpoint, errorCatalogue, failure, listErrors } from '@plumbline/contract'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { addField, corrupt, createValue, type Known, pick, type Random, toJsonSchema } from './generate.ts'

export interface FuzzCall {
  name: string
  endpoint: Endpoint
  isBuilt: boolean
}

/** A random request that can be repeated. */
export interface FuzzRequest {
  call: FuzzCall
  options: InjectOptions
  /** The path of a field that the call does not have, if one was added to a request that reaches its validation. */
  unknownField: string | null
}

const media = ['application/json', 'text/csv', 'application/pdf', '*/*', '', 'text/html,*/*;q=0.1']

/** Ways to spoil a request: an invalid value in one part, or a field that the call does not have. */
const spoiled = ['none', 'none', 'none', 'params', 'query', 'body', 'unknown query', 'unknown body'] as const

/** A request that matches the schema of its call, or is spoiled in one part. */
export function createRequest(call: FuzzCall, random: Random, known: Known, ownParams: object): FuzzRequest {
  const { endpoint } = call
  const spoils = pick(spoiled, random)
  let unknownField: string | null = null
  const part = (place: 'params' | 'query' | 'body'): unknown => {
    const schema = endpoint[place]
    if (spoils === `unknown ${place}`) {
      const added = addField(schema ? createValue(toJsonSchema(schema), random, known) : {}, random)
      // A body that is invalid anyway may match no option of a union, so that there are no fields to compare with.
      const isNamed = place === 'query' || schema?.safeParse(added.value).success !== false
      if (isNamed) unknownField = added.path
      return added.value
    }
    if (!schema) return spoils === place ? corrupt({}, random) : undefined
    const value = createValue(toJsonSchema(schema), random, known)
    return spoils === place ? corrupt(value, random) : value
  }
  // Most requests use ids of the caller's own family, or few would get past 'not found'.
  const params = asRecord(spoils !== 'params' && random() < 0.7 ? ownParams : part('params'))
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_whole, name: string) => inPath(params[name]))
  const query = new URLSearchParams(
    Object.entries(asRecord(part('query'))).map(([name, value]): [string, string] => [name, inQuery(value)]),
  )
  const accept = pick(media, random)
  const options: InjectOptions = {
    method: endpoint.method,
    url: query.size > 0 ? `${path}?${query}` : path,
    headers: accept === '' ? {} : { accept },
    remoteAddress: `10.${byte(random)}.${byte(random)}.${byte(random)}`,
  }
  if (endpoint.upload) options.payload = Buffer.from(pick(['date,amount\n', '', '%PDF', '\u0000'], random))
  else if (endpoint.method !== 'GET') {
    const body = part('body')
    if (body !== undefined) {
      options.payload = JSON.stringify(body)
      options.headers = { ...options.headers, 'content-type': 'application/json' }
    }
  }
  const reachesValidation = call.isBuilt && endpoint.params?.safeParse(params).success !== false
  return { call, options, unknownField: reachesValidation ? unknownField : null }
}

const byte = (random: Random) => Math.floor(random() * 250)

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** A URL cannot contain a lone surrogate. */
function inPath(value: unknown): string {
  return encodeURIComponent(inQuery(value).toWellFormed()) || 'x'
}

function inQuery(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Refusals that come before the validation. */
const refusals: ReadonlySet<number> = new Set([401, 403, 413, 415, 429, 503])

/** Describes how a reply violates the contract; null if it does not. */
export function describeViolation(
  { call: { name, endpoint, isBuilt }, unknownField }: FuzzRequest,
  reply: LightMyRequestResponse,
): string | null {
  const { statusCode: status } = reply
  const isChecked = unknownField !== null && !endpoint.ignoresBody && !refusals.has(status)
  if (isChecked && !namesField(reply, unknownField)) return `${name} answers ${status} to an unknown field`
  if (status === 501) return isBuilt ? `${name} answers 501 although it is built` : null
  if (status >= 500) return `${name} answers ${status}`
  if (status >= 400) return describeFailure(name, endpoint, reply)
  const type = String(reply.headers['content-type'] ?? '')
  if (!type.startsWith('application/json')) return describeFileViolation(name, endpoint, reply, type)
  if (status !== (endpoint.status ?? 200)) return `${name} answers ${status}, which it does not declare`
  const checked = endpoint.reply?.safeParse(reply.json())
  if (!checked) return `${name} answers although it declares no answer`
  return checked.success ? null : `${name} breaks its own schema: ${checked.error.message.slice(0, 300)}`
}

function describeFileViolation(
  name: string,
  endpoint: Endpoint,
  { statusCode }: LightMyRequestResponse,
  type: string,
): string | null {
  if (statusCode === 204) return endpoint.reply ? `${name} answers with nothing` : null
  const isDeclared = endpoint.alsoReplies?.some(media => type.startsWith(media)) ?? false
  return isDeclared
    ? null
    : `${name} answers ${statusCode} with ${type || 'no type'}, which it does not declare`
}

/** Errors that every call may return: an unknown URL, the URL of another call, an invalid body. */
const commonErrors: ReadonlySet<string> = new Set([
  'not_found',
  'method_not_allowed',
  'bad_request',
  'unsupported_media_type',
])

function describeFailure(name: string, endpoint: Endpoint, reply: LightMyRequestResponse): string | null {
  const parsed = failure.safeParse(parsedBody(reply))
  if (!parsed.success)
    return `${name} fails with ${reply.statusCode} in another shape: ${reply.body.slice(0, 200)}`
  const declared = new Set<string>(listErrors(endpoint))
  for (const { code } of parsed.data.errors) {
    if (!declared.has(code) && !commonErrors.has(code))
      return `${name} fails with ${code}, which it does not declare`
    const known = errorCatalogue[code as keyof typeof errorCatalogue]
    if (known?.status !== reply.statusCode) return `${name} fails with ${code} and ${reply.statusCode}`
  }
  return null
}

function namesField(reply: LightMyRequestResponse, field: string): boolean {
  const parsed = failure.safeParse(parsedBody(reply))
  return reply.statusCode === 400 && (parsed.data?.errors.some(error => error.field === field) ?? false)
}

function parsedBody(reply: LightMyRequestResponse): unknown {
  try {
    return reply.json()
  } catch {
    return null
  }
}
