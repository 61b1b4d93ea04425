import type { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { Policy } from './policy.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

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
  /** Further media types the call can answer with when the caller's Accept header asks for them. */
  alsoReplies?: readonly ('text/csv' | 'application/pdf')[]
  /** Error codes of the catalogue that this call can give beyond those every call can give. */
  errors?: readonly ErrorCode[]
  /** Restricted sign-ins (second factor required but not set up) may still make this call. */
  duringSetup?: boolean
}

export interface Endpoint<
  Params extends ObjectSchema | undefined = ObjectSchema | undefined,
  Query extends ObjectSchema | undefined = ObjectSchema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Reply extends Schema | undefined = Schema | undefined,
> extends EndpointOptions<Params, Query, Body, Reply> {
  method: Method
  /** With `:name` for each path parameter. */
  path: string
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
  return { method, path, ...options }
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
export type HandlerReply<E extends Endpoint> = E['reply'] extends z.ZodType ? z.input<E['reply']> : undefined
