import { type ErrorCode, errorCatalogue, type Failure } from '@plumbline/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { errorCode } from '../errors/startup-error.ts'
import { securityHeaders } from './security-headers.ts'

/** The part of a socket that a last word is said to. */
interface Socket {
  readonly writable: boolean
  end(text: string): unknown
  destroy(): unknown
}

/** What reaches no route at all: an address that cannot be decoded, or a part of it that is endless. */
export function replyUnroutable(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, text } = failureOf('bad_request')
  void reply
    .headers({ ...securityHeaders(request.protocol === 'https'), 'cache-control': 'no-store' })
    .code(status)
    .type('application/json; charset=utf-8')
    .send(text)
}

const words: Record<number, string> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}

/** What is not even HTTP, or comes too slowly: one answer, and the line is cut. Nothing of it is logged. */
export function answerBrokenRequest(error: unknown, socket: Socket): void {
  if (errorCode(error) === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = statusOf(errorCode(error))
  const { text } = failureOf('bad_request')
  const headers = {
    ...securityHeaders(false),
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${status} ${words[status]}`, ...lines, '', text].join('\r\n'))
}

function statusOf(code: string): 400 | 408 | 431 {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408
  return code === 'HPE_HEADER_OVERFLOW' ? 431 : 400
}

function failureOf(code: ErrorCode): { status: number; text: string } {
  const { status, message } = errorCatalogue[code]
  return { status, text: JSON.stringify({ errors: [{ code, message }] } satisfies Failure) }
}
