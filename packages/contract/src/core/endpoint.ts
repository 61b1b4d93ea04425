import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { Policy } from './policy.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** Media types of replies other than JSON. */
export type MediaType = 'text/csv' | 'application/pdf' | 'application/zip' | typeof spreadsheet

/** XLSX. */
export const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Query and path parameters arrive as text, so their schemas are objects with text inputs. */
type ObjectSchema = z.ZodObject
type Schema = z.ZodType

/** Options of an endpoint. Only `summary` and `may` are required. */
export interface EndpointOptions<
  Params extends ObjectSchema | undefined,
  Query extends ObjectSchema | undefined,
  Body extends Schema | undefined,
  Reply extends Schema | undefined,
> {
  /** One line for the reference at /api/docs. */
  summary: string
  may: Policy
  params?: Params
  query?: Query
  body?: Body
  /** The JSON reply including its envelope. Without one the call replies 204. */
  reply?: Reply
  /** The status of the JSON reply if it is not 200: 202 returns a background job. */
  status?: 202
  /** Other media types that the call returns if the Accept header requests them. */
  alsoReplies?: readonly MediaType[]
  /** The body is a file instead of JSON. */
  upload?: { maxBytes: number }
  /** Accepts a small body of any media type and ignores it: mail programs send a form. */
  ignoresBody?: true
  /** A read although its method is not GET: it uses POST to carry a filter. */
  reads?: true
  /**
   * Whether the call creates something or starts a job, so that it takes an Idempotency-Key. `secret`: its reply shows
   * a secret once and is not stored for repeats. Every POST that is not a read declares it; `false` means that the
   * call is idempotent or has no signed-in user who could own a key.
   */
  creates?: boolean | 'secret'
  /** Error codes of this call beyond the general ones. */
  errors?: readonly ErrorCode[]
  /** Also allowed while a required second factor is not set up. */
  duringSetup?: boolean
  /** Needs a password confirmation within the last ten minutes. An API token never suffices. */
  needsRecentPassword?: true
  /** A read whose reply contains a secret, such as the link of a mail. */
  showsSecret?: true
}

export interface Endpoint<
  Params extends ObjectSchema | undefined = ObjectSchema | undefined,
  Query extends ObjectSchema | undefined = ObjectSchema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Reply extends Schema | undefined = Schema | undefined,
> extends Omit<EndpointOptions<Params, Query, Body, Reply>, 'params' | 'query' | 'body' | 'reply'> {
  method: Method
  /** With `:name` for each path parameter. */
  path: string
  /** Undefined if the call was declared without one, so that call types are exact. */
  params: Params
  query: Query
  body: Body
  reply: Reply
}

/** Declares a call. Server, client and documentation derive from the declaration. */
export function endpoint<
  Params extends ObjectSchema | undefined = undefined,
  Query extends ObjectSchema | undefined = undefined,
  Body extends Schema | undefined = undefined,
  Reply extends Schema | undefined = undefined,
>(
  method: Method,
  path: string,
  options: EndpointOptions<Params, Query, Body, Reply>,
): Endpoint<Params, Query, Body, Reply> {
  const { params, query, body, reply, ...rest } = options
  // A type argument is undefined if its option is absent, which optional fields cannot express.
  const schemas = { params, query, body, reply } as Pick<
    Endpoint<Params, Query, Body, Reply>,
    'params' | 'query' | 'body' | 'reply'
  >
  return { method, path, ...rest, ...schemas }
}

/** Whether a call changes nothing, so that a read-only sign-in or token may make it. */
export function isRead(call: Pick<Endpoint, 'method' | 'reads'>): boolean {
  return call.method === 'GET' || call.reads === true
}

/**
 * Whether the reply may be compressed. The length of a compressed reply reveals which input resembles a secret beside it
 * (BREACH), so replies that may contain one are sent as they are: those of writes, of authentication, and `showsSecret`.
 */
export function isCompressible(
  call: Pick<Endpoint, 'method' | 'path' | 'reads' | 'creates' | 'showsSecret'>,
): boolean {
  return isRead(call) && !call.creates && !call.showsSecret && !call.path.startsWith('/auth/')
}

type InputOf<S> = S extends z.ZodType ? z.input<S> : undefined
type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined

/** Types of the caller (before parsing) and of the handler (after parsing). */
export type CallParams<E extends Endpoint> = InputOf<E['params']>
export type CallQuery<E extends Endpoint> = InputOf<E['query']>
export type CallBody<E extends Endpoint> = InputOf<E['body']>
export type CallReply<E extends Endpoint> = OutputOf<E['reply']>
export type HandlerParams<E extends Endpoint> = OutputOf<E['params']>
export type HandlerQuery<E extends Endpoint> = OutputOf<E['query']>
export type HandlerBody<E extends Endpoint> = OutputOf<E['body']>
export type HandlerReply<E extends Endpoint> = InputOf<E['reply']>
