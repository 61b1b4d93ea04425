import { contract } from '@plumbline/contract'
import { toActor } from '../../platform/auth/actor.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { pageLinks } from '../../platform/http/page-links.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { BackgroundStore } from '../../platform/jobs/background.store.ts'
import { wireJob } from '../../platform/jobs/job-replies.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import { type FeedReader, wireDelivery, wireFeed } from './feed-wire.ts'
import { openFolder } from './inbox/inbox-files.ts'
import type { ManagedFeedsStore } from './managed-feeds.store.ts'

const calls = contract.feeds

interface FeedsRoutesDependencies {
  store: ManagedFeedsStore
  background: BackgroundStore
  jobs: Pick<Jobs, 'send'>
  portfolio: PortfolioService
  inbox: string | null
  nextRun: FeedReader['nextRun']
  seal(token: string): Promise<Buffer>
}

const defaultTime = '06:30'

/** Feeds of custodians and what they deliver. Those of another family answer not found. */
export function feedsRoutes(serve: Serve, dependencies: FeedsRoutesDependencies): void {
  const { store, portfolio, inbox, nextRun, seal } = dependencies
  const findFeed = async (user: CurrentUser, id: string) => {
    const found = await store.find(user.id, id)
    if (!found) throw new AppError('not_found')
    return found
  }
  const wireFound = async (user: CurrentUser, id: string) => {
    const { row, now } = await findFeed(user, id)
    return { data: wireFeed(row, { user, now, nextRun }) }
  }

  serve(calls.list, async ({ user, query }) => {
    const { rows, count, now } = await store.list(user.id, query)
    return {
      ...pageLinks(calls.list.path, query, count),
      count,
      data: rows.map(row => wireFeed(row, { user, now, nextRun })),
      inbox: { is_enabled: inbox !== null },
    }
  })

  serve(calls.deliveries, async ({ user, query }) => {
    const { rows, count } = await store.deliveries(user.id, query)
    const data = rows.map(row => wireDelivery(row, user))
    return { ...pageLinks(calls.deliveries.path, query, count), count, data }
  })

  serve(calls.create, async ({ user, body, request }) => {
    const familyId = await portfolio.familyForCreate(user, body.family)
    const isFolder = body.kind === 'folder'
    if (isFolder && inbox === null)
      throw invalid('kind', 'This installation has no inbox. The operator sets PLUMBLINE_INBOX.')
    if (!isFolder && body.token === undefined) throw invalid('token', 'Enter the token.')
    if (!isFolder && body.query_id === undefined) throw invalid('query_id', 'Enter the number of the query.')
    const created = await store.create(toActor(user, request.ip), {
      familyId,
      kind: body.kind,
      custodian: body.custodian,
      queryId: isFolder ? null : (body.query_id ?? null),
      schedule: isFolder ? null : `daily ${body.time ?? defaultTime}`,
      quietAfterDays: body.quiet_after_days,
      sealedToken: isFolder || body.token === undefined ? null : await seal(body.token),
    })
    if (created === 'taken') throw new AppError('already_exists')
    if (created === 'no_account') throw invalid('custodian', 'The family has no account at this custodian.')
    // Created again by the job if this server dies first.
    if (inbox !== null && created.folder !== null) await openFolder(inbox, created.folder)
    return wireFound(user, created.id)
  })

  serve(calls.change, async ({ user, params, body, request }) => {
    const { row } = await findFeed(user, params.id)
    const fetched = ['token', 'query_id', 'time'] as const
    const misplaced = row.feed === 'flex' ? undefined : fetched.find(field => body[field] !== undefined)
    if (misplaced) throw invalid(misplaced, 'Only the Flex Web Service has this.')
    const outcome = await store.change(toActor(user, request.ip), params.id, {
      name: body.name,
      isActive: body.is_paused === undefined ? undefined : !body.is_paused,
      queryId: body.query_id,
      schedule: body.time === undefined ? undefined : `daily ${body.time}`,
      quietAfterDays: body.quiet_after_days,
      sealedToken: body.token === undefined ? undefined : await seal(body.token),
    })
    if (outcome === 'taken') throw new AppError('already_exists')
    if (outcome === 'none') throw new AppError('not_found')
    return wireFound(user, params.id)
  })

  serve(calls.remove, async ({ user, params, request }) => {
    if (!(await store.remove(toActor(user, request.ip), params.id))) throw new AppError('not_found')
    return undefined
  })

  serveRuns(serve, dependencies, findFeed)
}

function serveRuns(
  serve: Serve,
  { store, background, jobs }: FeedsRoutesDependencies,
  findFeed: (user: CurrentUser, id: string) => ReturnType<ManagedFeedsStore['find']>,
): void {
  serve(calls.run, async ({ user, params, request }) => {
    const found = await findFeed(user, params.id)
    if (!found?.row.feed || !found.row.is_active) throw new AppError('nothing_to_run')
    const { row } = found
    if (row.is_running) throw new AppError('already_running')
    const job = await background.add(user.id, {
      kind: 'integration',
      name: row.name,
      details: { integration: row.id },
      resultId: row.id,
      familyId: row.family.id,
    })
    // A key of its own: a scheduled run that waits for a retry must not block a manual one.
    const sent =
      row.feed === 'folder'
        ? await jobs.send('take-files', { job: job.id }, { key: `${row.id} by hand` })
        : await jobs.send('fetch-statement', { feed: row.id, job: job.id }, { key: `${row.id} by hand` })
    if (sent === null) {
      await background.cancel(user.id, job.id)
      throw new AppError('already_running')
    }
    await store.recordStart(toActor(user, request.ip), row)
    return { data: wireJob(job, user) }
  })
}

function invalid(field: string, message: string): AppError {
  return new AppError('invalid_field', { field, message })
}
