import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { Policy } from './policy.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** What a call can answer with instead of JSON. */
export type MediaType = 'text/csv' | 'application/pdf' | 'application/zip' | typeof spreadsheet

/** A workbook of spreadsheets. */
export const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Query and path parameters arrive as text: their schemas are objects whose input is text. */
type ObjectSchema = z.ZodObject
type Schema = z.ZodType

/** What an endpoint says beside its method and path. Everything but `summary` and `may` is optional. */
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
  /** The JSON reply as it stands on the wire, envelope included. Without one the call answers 204. */
  reply?: Reply
  /** The status of the JSON reply where it is not 200: 202 hands over a job that goes on by itself. */
  status?: 202
  /** Further media types the call can answer with when the caller's Accept header asks for them. */
  alsoReplies?: readonly MediaType[]
  /** The body is the bytes of a file, of at most so many, instead of JSON. */
  upload?: { maxBytes: number }
  /** A call that changes nothing although its method is not GET: it reads by POST to carry a filter. */
  reads?: true
  /**
   * Whether the call creates something or starts work, so that it takes an Idempotency-Key. `secret`: its reply shows a
   * secret once and is not kept for repeats. Every POST that does not only read declares it; one that says false can
   * be repeated without making anything twice, or has no signed-in user to keep a key for.
   */
  creates?: boolean | 'secret'
  /** Error codes of the catalogue that this call can give beyond those every call can give. */
  errors?: readonly ErrorCode[]
  /** Restricted sign-ins (second factor required but not set up) may still make this call. */
  duringSetup?: boolean
  /** Needs a sign-in whose password was given within the last ten minutes. An API token never suffices. */
  needsRecentPassword?: true
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
  /** Undefined exactly where the call was declared without one, so that types of calls are exact. */
  params: Params
  query: Query
  body: Body
  reply: Reply
}

/** Declares one call. The declaration is all there is: server, client and documentation derive from it. */
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
  // A type argument is undefined exactly where its option is absent, which the optional fields cannot say.
  const schemas = { params, query, body, reply } as Pick<
    Endpoint<Params, Query, Body, Reply>,
    'params' | 'query' | 'body' | 'reply'
  >
  return { method, path, ...rest, ...schemas }
}

/** Whether a call changes nothing, so that a sign-in or token that may only read can make it. */
export function isRead(call: Pick<Endpoint, 'method' | 'reads'>): boolean {
  return call.method === 'GET' || call.reads === true
}

type InputOf<S> = S extends z.ZodType ? z.input<S> : undefined
type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined

/** What a caller sends and gets (before parsing) and what a handler gets and returns (after parsing). */
export type CallParams<E extends Endpoint> = InputOf<E['params']>
export type CallQuery<E extends Endpoint> = InputOf<E['query']>
export type CallBody<E extends Endpoint> = InputOf<E['body']>
export type CallReply<E extends Endpoint> = OutputOf<E['reply']>
export type HandlerParams<E extends Endpoint> = OutputOf<E['params']>
export type HandlerQuery<E extends Endpoint> = OutputOf<E['query']>
export type HandlerBody<E extends Endpoint> = OutputOf<E['body']>
export type HandlerReply<E extends Endpoint> = InputOf<E['reply']>
