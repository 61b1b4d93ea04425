import { type ErrorCode, errorCatalogue, type Failure } from '@plumbline/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { databaseTrouble, OutcomeUnknown } from '../db/database-trouble.ts'
import { GoneMeanwhile } from '../db/dead-connection.ts'
import { OutdatedVersion } from '../db/row-version.ts'
import { AppError, InvalidRequest } from '../errors/app-error.ts'
import { errorCode } from '../errors/startup-error.ts'

/** Turns whatever went wrong into the one shape of failure: never a stack, never SQL. */
export function replyErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: unknown, request, reply) => {
    const known = knownFailure(error)
    if (error instanceof AppError && error.retryAfterSeconds !== undefined)
      reply.header('retry-after', String(error.retryAfterSeconds))
    // Seen here it is rarely more than bad timing, but it may be a check that is missing above.
    if (!known || errorCode(error) === refusedRow)
      request.log.error({ err: error, url: request.routeOptions.url }, 'unexpected error')
    return sendFailure(reply, known?.status ?? 500, known?.errors ?? [failureOf('internal')])
  })
}

export function replyNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const code =
    request.url.startsWith('/api/') || request.url.startsWith('/auth/') ? 'not_found' : 'page_not_found'
  return sendFailure(reply, errorCatalogue[code].status, [failureOf(code)])
}

function sendFailure(reply: FastifyReply, status: number, errors: Failure['errors']): FastifyReply {
  if (status === 503) reply.header('retry-after', '1')
  // A handler may have promised CSV before it failed; the failure itself is always JSON.
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send({ errors } satisfies Failure)
}

function failureOf(code: ErrorCode): Failure['errors'][number] {
  return { code, message: errorCatalogue[code].message }
}

function knownFailure(error: unknown): { status: number; errors: Failure['errors'] } | null {
  if (error instanceof InvalidRequest) return { status: 400, errors: error.failures }
  if (error instanceof AppError) {
    const { code, message, field, status } = error
    return { status, errors: [field === undefined ? { code, message } : { code, message, field }] }
  }
  const code = codeOfForeignError(error)
  return code && { status: errorCatalogue[code].status, errors: [failureOf(code)] }
}

const frameworkErrors: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'bad_request',
  FST_ERR_CTP_INVALID_JSON_BODY: 'bad_request',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad_request',
  FST_ERR_BAD_URL: 'bad_request',
}

/**
 * Row-level security refused a write: what was the caller's own a moment ago is so no more. They hear what everyone
 * hears of things that are not theirs.
 */
const refusedRow = '42501'

/** Text that PostgreSQL cannot hold: a NUL, in a text or within JSON. */
const unstorable = new Set(['22021', '22P05'])

function codeOfForeignError(error: unknown): ErrorCode | null {
  const code = errorCode(error)
  if (code in frameworkErrors) return frameworkErrors[code] ?? null
  if (error instanceof OutcomeUnknown) return 'outcome_unknown'
  if (error instanceof OutdatedVersion) return 'conflict'
  const trouble = databaseTrouble(error)
  if (trouble) return trouble
  if (code === refusedRow || error instanceof GoneMeanwhile) return 'not_found'
  if (unstorable.has(code)) return 'bad_request'
  if (!(error instanceof Error)) return null
  const isClientFault = 'statusCode' in error && error.statusCode === 400
  return isClientFault ? 'bad_request' : null
}
