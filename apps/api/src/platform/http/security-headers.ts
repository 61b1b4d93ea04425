import type { FastifyInstance } from 'fastify'

const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
].join('; ')

const always: Record<string, string> = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
}

/** What every reply carries; behind TLS also that it is to stay there. */
export function securityHeaders(isSecure: boolean): Record<string, string> {
  return isSecure
    ? { ...always, 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
    : { ...always }
}

/** On every reply, of whatever route and status. Figures and tokens are never kept by a cache in between. */
export function sendSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    reply.headers(securityHeaders(request.protocol === 'https'))
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
}
