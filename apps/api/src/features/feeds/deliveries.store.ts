import type { DeliveryState } from '@plumbline/contract'
import { sql } from 'kysely'
import type { Database, Scoped } from '../../platform/db/database.ts'
import type { StoredReason } from '../../platform/jobs/delivery-texts.ts'
import { hashContent } from './hash-content.ts'

export type DeliveriesStore = ReturnType<typeof deliveriesStore>

/** How long a taken file is watched for a sender that goes on writing. */
export const watchedDays = 7

/** A feed as the jobs of the server see it. */
export interface Feed {
  id: string
  family_id: string
  family_name: string
  custodian_id: string | null
  name: string
  folder: string | null
  query_id: string | null
  created_by: string | null
}

export interface Arrival {
  hash: string
  name: string
  bytes: number
}

export interface Claim {
  id: string
  /** `received` means that it has to be taken now. */
  state: DeliveryState
}

export interface Outcome {
  state: 'posted' | 'waiting' | 'failed'
  reason: StoredReason | null
  format: string | null
  importId: string | null
  accountIds: string[]
  transactions: number
  holdings: number
  statementDate: string | null
}

/** Writes what feeds deliver. */
export function deliveriesStore(database: () => Database) {
  return {
    /**
     * Records that content arrived. The same content is taken once per family; a file that failed, or whose import was
     * discarded, may come again. Content that comes again is only counted.
     */
    claim(feed: Feed, { hash, name, bytes }: Arrival): Promise<Claim> {
      return database().within('system', async tx => {
        const added = await sql<{ id: string }>`
          insert into feed_delivery (family_id, integration_id, hash, name, bytes)
          values (${feed.family_id}, ${feed.id}, ${hash}, ${name}, ${bytes})
          on conflict (family_id, hash) do nothing returning id`.execute(tx)
        if (added.rows[0]) return { id: added.rows[0].id, state: 'received' }
        const { rows } = await sql<Claim & { is_filed: boolean }>`
          select id, state, is_filed from feed_delivery
          where family_id = ${feed.family_id} and hash = ${hash} for update`.execute(tx)
        const known = rows[0]
        if (!known) throw new Error('the delivery was deleted at the same time')
        // The server that took it died before it moved the file, or before it was done.
        if (!known.is_filed) return known
        if (known.state === 'failed' || known.state === 'discarded') {
          await sql`
            update feed_delivery set state = 'received', is_filed = false, integration_id = ${feed.id}, name = ${name},
              reason = null, received_at = present_moment()
            where id = ${known.id}`.execute(tx)
          return { id: known.id, state: 'received' }
        }
        await sql`update feed_delivery set repeats_count = repeats_count + 1 where id = ${known.id}`.execute(
          tx,
        )
        return known
      })
    },

    /** Runs `work` unless another server has finished the delivery meanwhile. */
    finish(id: string, work: (tx: Scoped) => Promise<Outcome>): Promise<DeliveryState | null> {
      return database().within('system', async tx => {
        const { rows } = await sql<{ state: DeliveryState }>`
          select state from feed_delivery where id = ${id} for update`.execute(tx)
        if (rows[0]?.state !== 'received') return rows[0]?.state ?? null
        const outcome = await work(tx)
        await sql`
          update feed_delivery set state = ${outcome.state}, reason = ${outcome.reason && JSON.stringify(outcome.reason)}::jsonb,
            format = ${outcome.format}, import_id = ${outcome.importId}, account_ids = ${outcome.accountIds}::uuid[],
            transactions_count = ${outcome.transactions}, holdings_count = ${outcome.holdings},
            statement_date = ${outcome.statementDate}::date
          where id = ${id}`.execute(tx)
        return outcome.state
      })
    },

    async recordBreaks(id: string, breaks: number | null): Promise<void> {
      await database().within('system', tx =>
        sql`update feed_delivery set breaks_count = ${breaks} where id = ${id}`.execute(tx),
      )
    },

    /** The file of the delivery has left the inbox. */
    async markFiled(id: string): Promise<void> {
      await database().within('system', tx =>
        sql`update feed_delivery set is_filed = true where id = ${id}`.execute(tx),
      )
    },

    /** Whether a file of one of these names was taken lately, but not with this content. */
    isOther(feed: Feed, names: readonly string[], hash: string): Promise<boolean> {
      return database().within('system', async tx => {
        const { rows } = await sql<{ is_other: boolean }>`
          select exists (
            select from feed_delivery
            where family_id = ${feed.family_id} and integration_id = ${feed.id} and name = any(${names}::text[])
              and received_at > present_moment() - make_interval(days => ${watchedDays}))
          and not exists (
            select from feed_delivery
            where family_id = ${feed.family_id} and hash = ${hash} and is_filed) as is_other`.execute(tx)
        return rows[0]?.is_other ?? false
      })
    },

    /** Open imports of files with which this content begins: it was taken before it was complete. */
    async listBeginnings(tx: Scoped, feed: Feed, bytes: Uint8Array): Promise<string[]> {
      const { rows } = await sql<{ hash: string; bytes: number; import_id: string }>`
        select hash, bytes::int as bytes, import_id from feed_delivery
        where family_id = ${feed.family_id} and integration_id = ${feed.id} and state = 'waiting'
          and import_id is not null and bytes < ${bytes.length} and bytes > 0
          and received_at > present_moment() - make_interval(days => ${watchedDays})
        order by received_at, id`.execute(tx)
      return rows
        .filter(each => hashContent(bytes.subarray(0, each.bytes)) === each.hash)
        .map(({ import_id }) => import_id)
    },

    /** Who compares statements with the ledger: the feed's creator, or else an administrator. */
    findActor(feed: Feed): Promise<string | null> {
      return database().within('system', async tx => {
        const { rows } = await sql<{ id: string }>`
          select id from app_user
          where disabled_at is null and password_hash is not null
            and (role = 'admin' or (id = ${feed.created_by}::uuid and role = 'adviser' and exists (
              select from family_access a where a.user_id = app_user.id and a.family_id = ${feed.family_id})))
          order by id = ${feed.created_by}::uuid desc, created_at, id limit 1`.execute(tx)
        return rows[0]?.id ?? null
      })
    },
  }
}
