import { type ErrorCode, errorCatalogue, type Failure } from '@plumbline/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { errorCode } from '../errors/startup-error.ts'
import { securityHeaders } from './security-headers.ts'

/** The part of a socket that a final reply needs. */
interface Socket {
  readonly writable: boolean
  end(text: string): unknown
  destroy(): unknown
}

/** Replies to a URL that cannot be decoded or has an overlong parameter. */
export function replyUnroutable(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, text } = failureFor('bad_request')
  void reply
    .headers({ ...securityHeaders(request.protocol === 'https'), 'cache-control': 'no-store' })
    .code(status)
    .type('application/json; charset=utf-8')
    .send(text)
}

const statusTexts: Record<number, string> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}

/** Replies once to a request that is not HTTP or arrives too slowly, then closes the connection. It logs nothing. */
export function replyMalformed(error: unknown, socket: Socket): void {
  if (errorCode(error) === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = statusFor(errorCode(error))
  const { text } = failureFor('bad_request')
  const headers = {
    ...securityHeaders(false),
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${status} ${statusTexts[status]}`, ...lines, '', text].join('\r\n'))
}

function statusFor(code: string): 400 | 408 | 431 {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408
  return code === 'HPE_HEADER_OVERFLOW' ? 431 : 400
}

function failureFor(code: ErrorCode): { status: number; text: string } {
  const { status, message } = errorCatalogue[code]
  return { status, text: JSON.stringify({ errors: [{ code, message }] } satisfies Failure) }
}
