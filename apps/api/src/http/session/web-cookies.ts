import { accessCookie, clientHeader, refreshCookie, webClient } from '@plumbline/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'

const refreshPath = '/auth/'
const days = 24 * 60 * 60

/** The web client names itself by a header, which a form on another site cannot send. */
export function isWebClient(request: FastifyRequest): boolean {
  return request.headers[clientHeader] === webClient
}

/** The access token where scripts can read it, the refresh token where none can. */
export function setCookies(
  request: FastifyRequest,
  reply: FastifyReply,
  access: string,
  refresh: string,
  lifetimeDays: number,
): void {
  const secure = request.protocol === 'https'
  const maxAge = lifetimeDays * days
  reply.setCookie(accessCookie, access, { path: '/', sameSite: 'strict', secure, maxAge })
  reply.setCookie(refreshCookie, refresh, {
    path: refreshPath,
    sameSite: 'strict',
    secure,
    maxAge,
    httpOnly: true,
  })
}

export function clearCookies(reply: FastifyReply): void {
  reply.clearCookie(accessCookie, { path: '/', sameSite: 'strict' })
  reply.clearCookie(refreshCookie, { path: refreshPath, sameSite: 'strict', httpOnly: true })
}

/** The refresh cookie of our own web client; from any other origin it is not looked at. */
export function refreshCookieOf(request: FastifyRequest): string | null {
  if (!isWebClient(request)) return null
  const { origin } = request.headers
  if (origin !== undefined && origin !== `${request.protocol}://${request.host}`)
    throw new AppError('forbidden')
  return request.cookies[refreshCookie] ?? null
}
