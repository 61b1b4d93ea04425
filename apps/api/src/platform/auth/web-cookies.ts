import { accessCookie, clientHeader, refreshCookie, webClient } from '@plumbline/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors/app-error.ts'

const refreshPath = '/auth/'
const days = 24 * 60 * 60
/** Names the device, not the user: it gives its owner tries to sign in of their own, and opens nothing. */
const deviceCookie = 'plumbline_device'
const deviceDays = 180
const deviceShape = /^[A-Za-z0-9_-]{43}$/

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

/** An https public address makes all cookies Secure, so no cookie may say otherwise; see where the plugin is registered. */
function secureOver(request: FastifyRequest): { secure?: true } {
  return request.protocol === 'https' ? { secure: true } : {}
}

/** The name this browser was given at an earlier sign-in. */
export function deviceCookieOf(request: FastifyRequest): string | null {
  if (!isWebClient(request)) return null
  const device = request.cookies[deviceCookie]
  return device !== undefined && deviceShape.test(device) ? device : null
}

/** Keeps the name of the device for the next sign-in; signing out does not remove it. */
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

/** The refresh cookie of our own web client; from any other origin it is not looked at. */
export function refreshCookieOf(request: FastifyRequest): string | null {
  if (!isWebClient(request)) return null
  const { origin } = request.headers
  if (origin !== undefined && origin !== `${request.protocol}://${request.host}`)
    throw new AppError('forbidden')
  return request.cookies[refreshCookie] ?? null
}
