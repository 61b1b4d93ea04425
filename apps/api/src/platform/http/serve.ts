import {
  allEndpoints,
  type Endpoint,
  type HandlerBody,
  type HandlerParams,
  type HandlerQuery,
  type HandlerReply,
  hasRole,
  isCompressible,
  isCreating,
  isRead,
  roleRefusal,
} from '@plumbline/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CurrentUser } from '../auth/current-user.ts'
import type { AuditRefusedCall } from '../auth/refused-calls.store.ts'
import { OutcomeUnknown } from '../db/database-errors.ts'
import { AppError, invariant } from '../errors/app-error.ts'
import { compressReply } from './bodies/compress-reply.ts'
import type { Idempotency } from './idempotency.ts'
import { parseCall } from './parse-call.ts'
import { rememberLanguage } from './reply-language.ts'

export interface Call<E extends Endpoint> {
  params: HandlerParams<E>
  query: HandlerQuery<E>
  body: HandlerBody<E>
  request: FastifyRequest
  reply: FastifyReply
}

export interface UserCall<E extends Endpoint> extends Call<E> {
  user: CurrentUser
}

type UserHandler<E extends Endpoint> = (call: UserCall<E>) => Promise<HandlerReply<E> | FastifyReply>

/** Binds handlers to declared calls. A call without a handler replies 501. A handler may send its reply itself. */
export interface Serve {
  /** A call that requires one of the roles of its policy. */
  <E extends Endpoint>(endpoint: E, handler: UserHandler<E>): void
  /** The same for a call about portfolios: the caller's view is loaded together with the identity. */
  portfolio<E extends Endpoint>(endpoint: E, handler: UserHandler<E>): void
  /** A call without authentication. */
  anyone<E extends Endpoint>(endpoint: E, handler: (call: Call<E>) => Promise<HandlerReply<E>>): void
}

type Identify = (request: FastifyRequest, withView: boolean) => Promise<CurrentUser>
type Respond = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
/** Authorizes the caller before the body is read. */
type Authorize = (request: FastifyRequest) => Promise<void>

export function createServe(
  app: FastifyInstance,
  identify: Identify,
  auditRefusedCall: AuditRefusedCall,
  idempotency: Idempotency,
) {
  app.addContentTypeParser(uploadedFile, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  const built = new Set<Endpoint>()
  const users = new WeakMap<FastifyRequest, CurrentUser>()

  function serveSignedIn<E extends Endpoint>(endpoint: E, handler: UserHandler<E>, withView: boolean): void {
    invariant(endpoint.may !== 'anyone', `${endpoint.path} requires a user but is declared for anyone`)
    const respond: Respond = (request, reply) => {
      const user = users.get(request)
      invariant(user, `${endpoint.path} runs without an authorized caller`)
      return handler({ ...parseCall(endpoint, request), request, reply, user })
    }
    register(endpoint, respond, withView)
  }

  function serveAnyone<E extends Endpoint>(
    endpoint: E,
    handler: (call: Call<E>) => Promise<HandlerReply<E>>,
  ): void {
    invariant(endpoint.may === 'anyone', `${endpoint.path} is served to anyone but declared for roles`)
    register(endpoint, (request, reply) => handler({ ...parseCall(endpoint, request), request, reply }))
  }

  /** Runs before the input is validated: an unauthorized caller learns nothing about the fields. */
  async function authorize(endpoint: Endpoint, request: FastifyRequest, withView = false): Promise<void> {
    if (endpoint.may === 'anyone') return
    const user = await identify(request, withView)
    rememberLanguage(request, user.language)
    const refuse = async (code: ReturnType<typeof roleRefusal>): Promise<never> => {
      const { path, method } = endpoint
      // The caller is refused either way.
      await auditRefusedCall(user, { path, method, address: request.ip }).catch(error =>
        request.log.error(error),
      )
      throw new AppError(code)
    }
    if (!hasRole(user.role, endpoint.may)) return refuse(roleRefusal(endpoint, user.role))
    if (user.mustSetUpTwoFactor && !endpoint.duringSetup) throw new AppError('two_factor_setup_required')
    if (user.token && !isRead(endpoint)) checkTokenScope(endpoint, user.token)
    if (endpoint.needsRecentPassword) requireRecentPassword(user)
    users.set(request, user)
  }

  function register(endpoint: Endpoint, respond: Respond, withView = false): void {
    invariant(!built.has(endpoint), `${endpoint.path} is served twice`)
    built.add(endpoint)
    const respondOnce: Respond = (request, reply) =>
      idempotency.replyOnce(request, reply, users.get(request)?.id, () => respond(request, reply))
    const authorizeCaller = (request: FastifyRequest) => authorize(endpoint, request, withView)
    if (!isCreating(endpoint)) route(app, endpoint, authorizeCaller, respond)
    else route(app, endpoint, authorizeCaller, respondOnce, idempotency.hooks(endpoint))
  }

  function serveUnbuilt(): void {
    for (const [, endpoint] of unbuilt())
      route(
        app,
        endpoint,
        request => authorize(endpoint, request),
        async () => {
          throw new AppError('not_built')
        },
      )
  }

  function unbuilt(): [name: string, endpoint: Endpoint][] {
    return allEndpoints().filter(([, endpoint]) => !built.has(endpoint))
  }

  const serve: Serve = Object.assign(
    <E extends Endpoint>(endpoint: E, handler: UserHandler<E>) => serveSignedIn(endpoint, handler, false),
    {
      portfolio: <E extends Endpoint>(endpoint: E, handler: UserHandler<E>) =>
        serveSignedIn(endpoint, handler, true),
      anyone: serveAnyone,
    },
  )
  return { serve, serveUnbuilt, unbuilt }
}

/** A token may change data within its scope, but never its owner's credentials. */
function checkTokenScope(endpoint: Endpoint, token: NonNullable<CurrentUser['token']>): void {
  if (token.scope === 'read') throw new AppError('read_only_token')
  if (endpoint.path.startsWith('/auth/')) throw new AppError('forbidden')
}

/** A stolen access or API token must not suffice to take over the account. */
function requireRecentPassword(user: CurrentUser): void {
  if (user.token) throw new AppError('forbidden')
  if (!user.hasRecentPassword) throw new AppError('password_confirmation_required')
}

/** Uploads are raw bytes whatever content type the client sends, so that none is parsed as JSON. */
const uploadedFile = 'application/x-uploaded-file'
const maxIgnoredBytes = 10_000

function route(
  app: FastifyInstance,
  endpoint: Endpoint,
  authorize: Authorize,
  respond: Respond,
  hooks: ReturnType<Idempotency['hooks']> = {},
): void {
  const { upload, ignoresBody } = endpoint
  const changesNothing = isRead(endpoint) && !isCreating(endpoint)
  app.route({
    ...hooks,
    ...(isCompressible(endpoint) ? { onSend: compressReply } : {}),
    method: endpoint.method,
    url: endpoint.path,
    onRequest: async request => {
      await authorize(request)
      if (upload || ignoresBody) request.headers['content-type'] = uploadedFile
    },
    ...(upload ? { bodyLimit: upload.maxBytes } : {}),
    ...(ignoresBody ? { bodyLimit: maxIgnoredBytes } : {}),
    handler: async (request, reply) => {
      const result = await (changesNothing
        ? respond(request, reply).catch(asUnavailable)
        : respond(request, reply))
      if (reply.sent || result === reply) return reply
      if (!endpoint.reply) return reply.code(204).send()
      const checked = endpoint.reply.safeParse(result)
      // A reply that breaks the contract is a bug and must not be sent.
      invariant(
        checked.success,
        `${endpoint.method} ${endpoint.path} replies against its contract: ${checked.error}`,
      )
      return reply.code(endpoint.status ?? 200).send(checked.data)
    },
  })
}

/** A read saves nothing, so a failed commit leaves no unknown outcome. */
function asUnavailable(error: unknown): never {
  throw error instanceof OutcomeUnknown ? error.cause : error
}
