import { accessCookie, clientHeader, refreshCookie, webClient } from '@plumbline/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors/app-error.ts'

const refreshPath = '/auth/'
const days = 24 * 60 * 60
/** Identifies a device, not a user: it grants no access, only a sign-in rate limit of its own. */
const deviceCookie = 'plumbline_device'
const deviceDays = 180
const deviceShape = /^[A-Za-z0-9_-]{43}$/

/** The web client sends a header that a form on another site cannot send. */
export function isWebClient(request: FastifyRequest): boolean {
  return request.headers[clientHeader] === webClient
}

/** Scripts can read the access token but not the refresh token. */
export function setCookies(
  request: FastifyRequest,
  reply: FastifyReply,
  access: string,
  refresh: string,
  lifetimeDays: number,
): void {
  const maxAge = lifetimeDays * days
  reply.setCookie(accessCookie, access, { path: '/', sameSite: 'strict', ...secureOver(request), maxAge })
  reply.setCookie(refreshCookie, refresh, {
    path: refreshPath,
    sameSite: 'strict',
    ...secureOver(request),
    maxAge,
    httpOnly: true,
  })
}

/** An https public address already makes every cookie Secure, so this must not override it with false. */
function secureOver(request: FastifyRequest): { secure?: true } {
  return request.protocol === 'https' ? { secure: true } : {}
}

/** The device id that this browser was given at an earlier sign-in. */
export function readDeviceCookie(request: FastifyRequest): string | null {
  if (!isWebClient(request)) return null
  const device = request.cookies[deviceCookie]
  return device !== undefined && deviceShape.test(device) ? device : null
}

/** Keeps the device id for the next sign-in; signing out does not remove it. */
export function setDeviceCookie(request: FastifyRequest, reply: FastifyReply, device: string): void {
  reply.setCookie(deviceCookie, device, {
    path: refreshPath,
    sameSite: 'strict',
    ...secureOver(request),
    maxAge: deviceDays * days,
    httpOnly: true,
  })
}

export function clearCookies(reply: FastifyReply): void {
  reply.clearCookie(accessCookie, { path: '/', sameSite: 'strict' })
  reply.clearCookie(refreshCookie, { path: refreshPath, sameSite: 'strict', httpOnly: true })
}

/** Reads the refresh cookie of the web client and rejects it from any other origin. */
export function readRefreshCookie(request: FastifyRequest): string | null {
  if (!isWebClient(request)) return null
  const { origin } = request.headers
  if (origin !== undefined && origin !== `${request.protocol}://${request.host}`)
    throw new AppError('forbidden')
  return request.cookies[refreshCookie] ?? null
}
