import {
  allEndpoints,
  type Endpoint,
  type Failure,
  type HandlerBody,
  type HandlerParams,
  type HandlerQuery,
  type HandlerReply,
  hasRole,
  isCreating,
  isRead,
  refusalOf,
} from '@plumbline/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { SignedIn } from '../auth/signed-in.ts'
import { OutcomeUnknown } from '../db/database-trouble.ts'
import { AppError, InvalidRequest, invariant } from '../errors/app-error.ts'
import { placeOfBrokenText } from './broken-text.ts'
import type { Idempotency } from './idempotency.ts'

export interface Call<E extends Endpoint> {
  params: HandlerParams<E>
  query: HandlerQuery<E>
  body: HandlerBody<E>
  request: FastifyRequest
  reply: FastifyReply
}

export interface SignedInCall<E extends Endpoint> extends Call<E> {
  user: SignedIn
}

type SignedInHandler<E extends Endpoint> = (call: SignedInCall<E>) => Promise<HandlerReply<E> | FastifyReply>

/** Binds handlers to declared calls. A call that nobody binds answers 501. A handler may send its reply itself. */
export interface Serve {
  /** A call that needs a sign-in with one of the roles of its policy. */
  <E extends Endpoint>(endpoint: E, handler: SignedInHandler<E>): void
  /** The same for a call that is answered from portfolios: what its user may see of them comes with who they are. */
  ofPortfolio<E extends Endpoint>(endpoint: E, handler: SignedInHandler<E>): void
  /** A call that anyone may make. */
  anyone<E extends Endpoint>(endpoint: E, handler: (call: Call<E>) => Promise<HandlerReply<E>>): void
}

type Identify = (request: FastifyRequest, withView: boolean) => Promise<SignedIn>
type Respond = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
/** Settles who calls, before any of the body is read. */
type Admit = (request: FastifyRequest) => Promise<void>

export function createServe(app: FastifyInstance, identify: Identify, idempotency: Idempotency) {
  app.addContentTypeParser(uploadedFile, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  const built = new Set<Endpoint>()
  const users = new WeakMap<FastifyRequest, SignedIn>()

  function serveSignedIn<E extends Endpoint>(
    endpoint: E,
    handler: SignedInHandler<E>,
    withView: boolean,
  ): void {
    invariant(
      endpoint.may !== 'anyone',
      `${endpoint.path} is served to signed-in users but declared for anyone`,
    )
    const respond: Respond = (request, reply) => {
      const user = users.get(request)
      invariant(user, `${endpoint.path} is answered to someone who was let in`)
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

  /**
   * Who calls is settled before what is asked is looked at: a stranger learns nothing about our fields, and has no
   * body of theirs read.
   */
  async function admit(endpoint: Endpoint, request: FastifyRequest, withView = false): Promise<void> {
    if (endpoint.may === 'anyone') return
    const user = await identify(request, withView)
    if (!hasRole(user.role, endpoint.may)) throw new AppError(refusalOf(endpoint, user.role))
    if (user.mustSetUpTwoFactor && !endpoint.duringSetup) throw new AppError('two_factor_setup_required')
    if (user.token && !isRead(endpoint)) refuseToken(endpoint, user.token)
    if (endpoint.needsRecentPassword) requireRecentPassword(user)
    users.set(request, user)
  }

  function register(endpoint: Endpoint, respond: Respond, withView = false): void {
    invariant(!built.has(endpoint), `${endpoint.path} is served twice`)
    built.add(endpoint)
    const once: Respond = (request, reply) =>
      idempotency.answerOnce(request, reply, users.get(request)?.id, () => respond(request, reply))
    const answer = isCreating(endpoint) ? once : respond
    route(
      app,
      endpoint,
      request => admit(endpoint, request, withView),
      answer,
      isCreating(endpoint) ? idempotency.hooks(endpoint) : {},
    )
  }

  function serveTheRestAsNotBuilt(): void {
    for (const [, endpoint] of unbuilt())
      route(
        app,
        endpoint,
        request => admit(endpoint, request),
        async () => {
          throw new AppError('not_built')
        },
      )
  }

  function unbuilt(): [name: string, endpoint: Endpoint][] {
    return allEndpoints().filter(([, endpoint]) => !built.has(endpoint))
  }

  const serve: Serve = Object.assign(
    <E extends Endpoint>(endpoint: E, handler: SignedInHandler<E>) => serveSignedIn(endpoint, handler, false),
    {
      ofPortfolio: <E extends Endpoint>(endpoint: E, handler: SignedInHandler<E>) =>
        serveSignedIn(endpoint, handler, true),
      anyone: serveAnyone,
    },
  )
  return { serve, serveTheRestAsNotBuilt, unbuilt }
}

/** A token may change what its scope allows, but never how its owner signs in. */
function refuseToken(endpoint: Endpoint, token: NonNullable<SignedIn['token']>): void {
  if (token.scope === 'read') throw new AppError('read_only_token')
  if (endpoint.path.startsWith('/auth/')) throw new AppError('forbidden')
}

/** A stolen access or API token must not suffice for what would give away the account itself. */
function requireRecentPassword(user: SignedIn): void {
  if (user.token) throw new AppError('forbidden')
  if (!user.hasRecentPassword) throw new AppError('password_confirmation_required')
}

/** Files come as they are, whatever their senders call them: they are not to be taken for JSON on the way. */
const uploadedFile = 'application/x-uploaded-file'

function route(
  app: FastifyInstance,
  endpoint: Endpoint,
  admit: Admit,
  respond: Respond,
  hooks: ReturnType<Idempotency['hooks']> = {},
): void {
  const { upload } = endpoint
  const changesNothing = isRead(endpoint) && !isCreating(endpoint)
  app.route({
    ...hooks,
    method: endpoint.method,
    url: endpoint.path,
    onRequest: async request => {
      await admit(request)
      if (upload) request.headers['content-type'] = uploadedFile
    },
    ...(upload ? { bodyLimit: upload.maxBytes } : {}),
    handler: async (request, reply) => {
      const answer = await (changesNothing
        ? respond(request, reply).catch(asUnavailable)
        : respond(request, reply))
      if (reply.sent || answer === reply) return reply
      if (!endpoint.reply) return reply.code(204).send()
      const checked = endpoint.reply.safeParse(answer)
      // A reply that breaks its own contract is a bug of ours, and must not leave the house.
      invariant(
        checked.success,
        `${endpoint.method} ${endpoint.path} replies against its contract: ${checked.error}`,
      )
      return reply.code(endpoint.status ?? 200).send(checked.data)
    },
  })
}

/** A read whose transaction could not be closed has saved nothing: there is no outcome to wonder about. */
function asUnavailable(error: unknown): never {
  throw error instanceof OutcomeUnknown ? error.cause : error
}

function parseCall<E extends Endpoint>(endpoint: E, request: FastifyRequest) {
  const failures: Failure['errors'] = []
  const parse = (schema: z.ZodType | undefined, value: unknown): unknown => {
    if (!schema) return undefined
    const result = schema.safeParse(value ?? undefined)
    if (result.success) return result.data
    failures.push(...result.error.issues.map(failureOfIssue))
    return undefined
  }
  const params = parse(endpoint.params, request.params)
  const query = parse(endpoint.query, request.query)
  const body = parse(endpoint.body, request.body)
  const broken = placeOfBrokenText(body)
  if (broken) failures.push(invalidField(broken, 'This is half of a character.'))
  // An id of the wrong shape is an id that does not exist: it must not be told apart from a foreign one.
  if (endpoint.params && params === undefined) throw new AppError('not_found')
  if (failures.length > 0) throw new InvalidRequest(failures)
  // The schemas just parsed are those of E, which TypeScript cannot follow through the generic.
  return { params, query, body } as Pick<Call<E>, 'params' | 'query' | 'body'>
}

function failureOfIssue(issue: z.core.$ZodIssue): Failure['errors'][number] {
  return invalidField(issue.path.map(String), issue.message)
}

function invalidField(path: readonly string[], message: string): Failure['errors'][number] {
  const field = path.join('.')
  return { code: 'invalid_field', message, ...(field ? { field } : {}) }
}
