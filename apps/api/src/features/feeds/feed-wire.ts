import { type CallReply, type contract, integrationStatuses, statusIcon } from '@plumbline/contract'
import { parseDateFormat } from '@plumbline/contract/format'
import { isStaff } from '../../platform/auth/actor.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { describeReason } from '../../platform/jobs/delivery-texts.ts'
import { describeRun } from '../../platform/jobs/run-texts.ts'
import type { DeliveryRow, FeedRow } from './managed-feeds.store.ts'
import { isQuiet } from './quiet-feeds.ts'

type WireFeed = CallReply<typeof contract.feeds.change>['data']
type WireDelivery = CallReply<typeof contract.feeds.deliveries>['data'][number]

export interface FeedReader {
  user: CurrentUser
  now: Date
  /** When a feed is fetched next. */
  nextRun(row: FeedRow, now: Date): Date | null
}

export function wireFeed(row: FeedRow, { user, now, nextRun }: FeedReader): WireFeed {
  const status = integrationStatuses.find(known => known === row.status) ?? 'no_data'
  const isManaged = isStaff(user) && row.feed !== null
  // Only a new token or query helps.
  const isRefused = status === 'refused' && row.retry_at === null
  const isFetched = row.feed === 'flex' && row.is_active && !isRefused
  return {
    id: row.id,
    name: row.name,
    kind: row.feed ?? 'demo',
    family: row.family,
    custodian: row.custodian,
    accounts: row.accounts,
    schedule: row.schedule,
    folder: isStaff(user) ? row.folder : null,
    query_id: isStaff(user) ? row.query_id : null,
    status,
    icon: statusIcon(status),
    message: describeRun(row, {
      language: user.language,
      dateFormat: parseDateFormat(row.date_format),
      showsHosts: user.role === 'admin',
    }),
    is_running: row.is_running,
    is_paused: !row.is_active,
    can_run: isManaged && row.is_active,
    last_run_at: row.last_run_at?.toISOString() ?? null,
    next_run_at: isFetched ? (nextRun(row, now)?.toISOString() ?? null) : null,
    quiet_after_days: row.quiet_after_days,
    quiet_since: findQuietSince(row, now),
    waiting_count: row.waiting_count,
    last_delivery: row.last_delivery && {
      ...row.last_delivery,
      at: new Date(row.last_delivery.at).toISOString(),
    },
  }
}

/** The day of the last delivery, or of the beginning, if the feed has been silent since. */
function findQuietSince(row: FeedRow, now: Date): string | null {
  if (row.feed === null || !row.is_active) return null
  const last = row.last_delivery ? new Date(row.last_delivery.at) : row.created_at
  return isQuiet(last, row.quiet_after_days, now) ? last.toISOString().slice(0, 10) : null
}

export function wireDelivery(row: DeliveryRow, user: CurrentUser): WireDelivery {
  const { reason, custodian, bytes, received_at, ...rest } = row
  return {
    ...rest,
    bytes: Number(bytes),
    received_at: received_at.toISOString(),
    message: reason && describeReason(reason, custodian ?? row.feed?.name ?? '', user.language),
  }
}
