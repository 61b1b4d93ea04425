import {
  type Endpoint,
  type ErrorCode,
  type Failure,
  findUnknownFields,
  type HandlerBody,
  type HandlerParams,
  type HandlerQuery,
  noFields,
  type UnknownField,
} from '@plumbline/contract'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { AppError, InvalidRequest } from '../errors/app-error.ts'
import { listAllowedMethods } from './allowed-methods.ts'
import { findLoneSurrogate } from './bodies/lone-surrogates.ts'
import { canReply } from './bodies/media-types.ts'

type FieldError = Failure['errors'][number]

interface ParsedCall<E extends Endpoint> {
  params: HandlerParams<E>
  query: HandlerQuery<E>
  body: HandlerBody<E>
}

/** Validates the input of a call. All invalid and unknown fields are named at once. */
export function parseCall<E extends Endpoint>(endpoint: E, request: FastifyRequest): ParsedCall<E> {
  const failures: FieldError[] = []
  const parse = (schema: z.ZodType | undefined, value: unknown): unknown => {
    failures.push(...listUnknownFields(schema ?? noFields, value))
    if (!schema) return undefined
    const result = schema.safeParse(value ?? undefined)
    if (result.success) return result.data
    failures.push(...result.error.issues.map(toFieldError))
    return undefined
  }
  const params = parse(endpoint.params, request.params)
  const query = parse(endpoint.query, request.query)
  const body = endpoint.upload || endpoint.ignoresBody ? undefined : parse(endpoint.body, request.body)
  const brokenText = findLoneSurrogate(body)
  if (brokenText) failures.push(invalidField(brokenText, 'Contains an invalid character.'))
  if (endpoint.params && params === undefined) throw new AppError(malformedPath(request))
  if (failures.length > 0) throw new InvalidRequest(failures)
  if (!canReply(endpoint, request)) throw new AppError('not_acceptable')
  // The parsed schemas are those of E, which TypeScript cannot follow through the generic.
  return { params, query, body } as ParsedCall<E>
}

/** A malformed id gets the same reply as a foreign or missing one, unless it is a path of its own, as in DELETE /list/. */
function malformedPath({ method, url }: FastifyRequest): ErrorCode {
  return listAllowedMethods(url).includes(method) ? 'not_found' : 'method_not_allowed'
}

/** A body of a megabyte may hold many unknown fields, with long names. */
const maxUnknownFields = 20
const maxNameChars = 200

function listUnknownFields(schema: z.ZodType, value: unknown): FieldError[] {
  const named: FieldError[] = []
  for (const field of findUnknownFields(schema, value)) {
    named.push(unknownField(field))
    if (named.length === maxUnknownFields) break
  }
  return named
}

function unknownField({ path, allowed }: UnknownField): FieldError {
  const choices = allowed.length > 0 ? `Use one of: ${allowed.join(', ')}.` : 'None is allowed here.'
  return invalidField(path, `Unknown field. ${choices}`)
}

function toFieldError(issue: z.core.$ZodIssue): FieldError {
  return invalidField(issue.path.map(String), issue.message)
}

function invalidField(path: readonly string[], message: string): FieldError {
  const field = path.join('.').slice(0, maxNameChars)
  return { code: 'invalid_field', message, ...(field ? { field } : {}) }
}
