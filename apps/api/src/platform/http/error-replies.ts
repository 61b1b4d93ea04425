import { type ErrorCode, errorCatalogue, type Failure } from '@plumbline/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { classifyDatabaseError, OutcomeUnknown } from '../db/database-errors.ts'
import { DeletedConcurrently } from '../db/deleted-concurrently.ts'
import { OutdatedVersion } from '../db/row-version.ts'
import { AppError, ConfirmationRequired, InvalidRequest } from '../errors/app-error.ts'
import { errorCode } from '../errors/startup-error.ts'
import { listAllowedMethods } from './allowed-methods.ts'
import { translateFailures } from './reply-language.ts'

/** Turns every error into the common failure reply, without stacks or SQL. */
export function replyErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: unknown, request, reply) => {
    const known = knownFailure(error)
    if (error instanceof AppError && error.code === 'method_not_allowed')
      return replyMethodNotAllowed(request, reply)
    if (error instanceof AppError && error.retryAfterSeconds !== undefined)
      reply.header('retry-after', String(error.retryAfterSeconds))
    // A row-level security violation is usually a race, but may be a missing check in a route.
    if (!known || errorCode(error) === rowSecurityViolation)
      request.log.error({ err: error, url: request.routeOptions.url }, 'unexpected error')
    const errors = known?.errors ?? [failureFor('internal')]
    return sendFailure(reply, known?.status ?? 500, translateFailures(request, errors))
  })
}

/** Replies to a path that does not exist, or not with this method. */
export function replyNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (listAllowedMethods(request.url).length > 0) return replyMethodNotAllowed(request, reply)
  const code =
    request.url.startsWith('/api/') || request.url.startsWith('/auth/') ? 'not_found' : 'page_not_found'
  return sendFailure(reply, errorCatalogue[code].status, translateFailures(request, [failureFor(code)]))
}

/** The methods are those of the public API reference, so that signed-out callers may see them. */
function replyMethodNotAllowed(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('allow', listAllowedMethods(request.url).join(', '))
  const errors = translateFailures(request, [failureFor('method_not_allowed')])
  return sendFailure(reply, errorCatalogue.method_not_allowed.status, errors)
}

function sendFailure(reply: FastifyReply, status: number, errors: Failure['errors']): FastifyReply {
  if (status === 503) reply.header('retry-after', '1')
  // A handler may have set the CSV type before it failed; the failure itself is always JSON.
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send({ errors } satisfies Failure)
}

function failureFor(code: ErrorCode): Failure['errors'][number] {
  return { code, message: errorCatalogue[code].message }
}

function knownFailure(error: unknown): { status: number; errors: Failure['errors'] } | null {
  if (error instanceof InvalidRequest) return { status: 400, errors: error.failures }
  if (error instanceof ConfirmationRequired) return { status: error.status, errors: error.failures }
  if (error instanceof AppError) {
    const { code, message, field, status } = error
    return { status, errors: [field === undefined ? { code, message } : { code, message, field }] }
  }
  const code = classifyError(error)
  return code && { status: errorCatalogue[code].status, errors: [failureFor(code)] }
}

const frameworkErrors: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'bad_request',
  FST_ERR_CTP_INVALID_JSON_BODY: 'bad_request',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad_request',
  FST_ERR_BAD_URL: 'bad_request',
}

/** Row-level security rejected a write, because the caller has just lost access. The reply is that of a missing row. */
const rowSecurityViolation = '42501'

/** Text that PostgreSQL cannot store: a NUL in a text or in JSON. */
const unstorableText = new Set(['22021', '22P05'])

function classifyError(error: unknown): ErrorCode | null {
  const code = errorCode(error)
  if (code in frameworkErrors) return frameworkErrors[code] ?? null
  if (error instanceof OutcomeUnknown) return 'outcome_unknown'
  if (error instanceof OutdatedVersion) return 'conflict'
  const transient = classifyDatabaseError(error)
  if (transient) return transient
  if (code === rowSecurityViolation || error instanceof DeletedConcurrently) return 'not_found'
  if (unstorableText.has(code)) return 'bad_request'
  if (!(error instanceof Error)) return null
  const isClientFault = 'statusCode' in error && error.statusCode === 400
  return isClientFault ? 'bad_request' : null
}
