import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import { readJsonBodies } from '../platform/http/bodies/json-bodies.ts'
import { replyErrors } from '../platform/http/error-replies.ts'
import { replyMalformed, replyUnroutable } from '../platform/http/malformed-requests.ts'
import { chooseRequestId, sendRequestId, serializeRequest } from '../platform/http/monitoring/request-log.ts'
import { sendSecurityHeaders } from '../platform/http/security-headers.ts'
import type { AppDependencies } from './app-dependencies.ts'

const seconds = 1000

type ServerOptions = Pick<AppDependencies, 'logLevel' | 'trustedProxies' | 'requestTimeoutMs'>

/** The HTTP server with its limits, without hooks and routes. */
export function createServer(options: ServerOptions): FastifyInstance {
  const requestTimeout = options.requestTimeoutMs ?? 30 * seconds
  return Fastify({
    logger: { level: options.logLevel, serializers: { req: serializeRequest } },
    genReqId: chooseRequestId,
    trustProxy: (_address, hop) => hop < options.trustedProxies,
    bodyLimit: 1_000_000,
    // Without time limits slow clients could hold every connection.
    requestTimeout,
    connectionTimeout: 120 * seconds,
    keepAliveTimeout: 72 * seconds,
    http: {
      headersTimeout: Math.min(10 * seconds, requestTimeout),
      // Node checks the limits at this interval; its default of 30 seconds would double them.
      connectionsCheckingInterval: Math.min(5 * seconds, requestTimeout),
    },
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: replyUnroutable,
    clientErrorHandler: replyMalformed,
  })
}

/** Hooks and parsers that apply to every route. */
export async function addSharedHooks(server: FastifyInstance, publicUrl: string): Promise<void> {
  sendSecurityHeaders(server)
  sendRequestId(server)
  replyErrors(server)
  readJsonBodies(server)
  // A proxy that terminates TLS may not forward the protocol; the configured address is certain.
  await server.register(cookie, { parseOptions: { secure: publicUrl.startsWith('https:') } })
}
