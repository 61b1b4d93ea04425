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

/** The headers of every reply; behind TLS with strict transport security. */
export function securityHeaders(isSecure: boolean): Record<string, string> {
  return isSecure
    ? { ...always, 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
    : { ...always }
}

/** Sets the security headers on every reply, and forbids caching of figures and tokens. */
export function sendSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    reply.headers(securityHeaders(request.protocol === 'https'))
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
}
