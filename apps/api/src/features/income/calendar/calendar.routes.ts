import { createHash, randomBytes } from 'node:crypto'
import { contract } from '@plumbline/contract'
import type { FastifyInstance } from 'fastify'
import { asCurrentUser, type CurrentUser } from '../../../platform/auth/current-user.ts'
import { createTokenBucket } from '../../../platform/concurrency/token-bucket.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import { omitUndefined } from '../../../platform/http/bodies/omit-undefined.ts'
import type { Serve } from '../../../platform/http/serve.ts'
import type { PortfolioService } from '../../../queries/portfolio-service.ts'
import { calendarQuery } from './calendar.query.ts'
import { type CalendarStore, toChoice } from './calendar.store.ts'
import { printCalendar } from './ics.ts'

type Row = NonNullable<Awaited<ReturnType<CalendarStore['read']>>>

interface CalendarDependencies {
  store: CalendarStore
  portfolio: PortfolioService
  publicUrl: string
}

/** The user's own calendar subscription. */
export function calendarRoutes(serve: Serve, { store, portfolio, publicUrl }: CalendarDependencies): void {
  const chooseFamily = async (user: CurrentUser, family: string | null) =>
    family === null ? null : portfolio.familyForCreate(user, family)

  serve(contract.income.readCalendar, async ({ user }) => {
    const row = await store.read(user.id)
    return { data: row ? wireCalendar(row) : null }
  })

  serve(contract.income.createCalendar, async ({ user, body }) => {
    const family = await chooseFamily(user, body.family)
    // 256 random bits: a link cannot be guessed.
    const token = randomBytes(32).toString('base64url')
    const row = await store.create(user, { ...body, family }, hashToken(token))
    if (!row) throw new AppError('not_found')
    return { data: { ...wireCalendar(row), url: new URL(`/calendar/${token}.ics`, publicUrl).href } }
  })

  serve(contract.income.changeCalendar, async ({ user, body }) => {
    const choice = omitUndefined(body)
    const family = choice.family === undefined ? undefined : await chooseFamily(user, choice.family)
    const row = await store.change(user, { ...choice, ...(family !== undefined && { family }) })
    if (!row) throw new AppError('not_found')
    return { data: wireCalendar(row) }
  })

  serve(contract.income.revokeCalendar, async ({ user }) => {
    if (!(await store.revoke(user))) throw new AppError('not_found')
    return undefined
  })
}

/** Reads per address: calendar programs ask a few times a day, several users may share an address. */
const readRate = { burst: 30, perSecond: 1 }
const fileName = /^([\w-]{43})\.ics$/

/**
 * The calendar behind a link, without a sign-in. It shows what its owner may see now. A link that is unknown, was
 * replaced or revoked, or whose owner lost access, is not found.
 */
export function calendarFileRoute(
  server: FastifyInstance,
  { store, portfolio }: Pick<CalendarDependencies, 'store' | 'portfolio'>,
): void {
  const reads = createTokenBucket(readRate)
  server.get<{ Params: { file: string } }>('/calendar/:file', async ({ params, ip }, reply) => {
    if (!reads.take(ip)) throw new AppError('too_many_requests', { retryAfterSeconds: 1 })
    const token = fileName.exec(params.file)?.[1]
    const found = token === undefined ? null : await store.findByLink(hashToken(token))
    if (!found) throw new AppError('not_found')
    const { owner, choice } = found
    const calendar = await portfolio.run(calendarQuery, {
      user: asCurrentUser(owner),
      body: { settings: {}, filters: {}, ...(choice.family !== null && { family: choice.family }) },
      readInput: async () => choice,
    })
    if (calendar === null) throw new AppError('not_found')
    return reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'inline; filename="plumbline.ics"')
      .send(printCalendar(calendar))
  })
}

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

function wireCalendar(row: Row) {
  return {
    ...toChoice(row),
    created_at: row.created_at.toISOString(),
    last_read_at: row.last_read_at?.toISOString() ?? null,
  }
}
