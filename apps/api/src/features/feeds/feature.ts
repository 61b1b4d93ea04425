import type { Services } from '../services.ts'
import { deliveriesStore } from './deliveries.store.ts'
import type { FeedReader } from './feed-wire.ts'
import { feedsRoutes } from './feeds.routes.ts'
import { type FetchedFeed, feedsStore } from './feeds.store.ts'
import { fetchStatementJob, type Runs } from './flex/fetch-statement-job.ts'
import { takeFilesJob } from './inbox/take-files.ts'
import { watchInbox } from './inbox/watch-inbox.ts'
import { managedFeedsStore } from './managed-feeds.store.ts'
import type { StatementsOfFeeds, TakeDependencies } from './take-delivery.store.ts'

/** What feeds use of other features. */
export interface FeedParts {
  imports: TakeDependencies['imports']
  statements: StatementsOfFeeds
  runs: Runs
  schedule: { isDue(feed: FetchedFeed, now: Date): boolean; nextRun: FeedReader['nextRun'] }
}

export function registerFeeds(services: Services, { imports, statements, runs, schedule }: FeedParts): void {
  const { server, serve, database, background, jobs, owners, portfolio, keys, installation, onError } =
    services
  const { feeds: options, version } = installation
  const taking = { deliveries: deliveriesStore(database), imports, statements, owners, onError }
  const feeds = feedsStore(database)
  feedsRoutes(serve, {
    store: managedFeedsStore(database),
    background,
    jobs,
    portfolio,
    inbox: options.inbox,
    nextRun: schedule.nextRun,
    seal: token => keys.seal('source_key', Buffer.from(token)),
  })
  jobs.add(takeFilesJob({ ...taking, feeds, background, inbox: options.inbox, settleMs: options.settleMs }))
  jobs.add(
    fetchStatementJob({
      ...taking,
      feeds,
      runs,
      background,
      jobs,
      options,
      version,
      isDue: schedule.isDue,
      unseal: async sealed => (await keys.unsealer('source_key'))(sealed).toString(),
    }),
  )
  const { inbox, pollMs } = options
  if (inbox === null || pollMs === null) return
  const stop = watchInbox({ inbox, pollMs, jobs, onError })
  server.addHook('onClose', async () => stop())
}
