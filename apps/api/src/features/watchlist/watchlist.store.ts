import type { TargetDirection } from '@plumbline/contract'
import { sql } from 'kysely'
import type { Database, Scoped } from '../../platform/db/database.ts'
import { requireRow } from '../../platform/db/deleted-concurrently.ts'
import { targetPrice, targetUnitsDay } from '../../platform/db/market/price-targets.ts'
import { bumpRowVersion } from '../../platform/db/row-version.ts'
import { unlessTaken } from '../../platform/db/unique-violation.ts'
import { type CloseRow, readRecentCloses, readTickers, type TickerRow } from './tickers.store.ts'

export type WatchlistStore = ReturnType<typeof watchlistStore>

export interface TargetRow {
  id: string
  /** In the units of the last business day with closes. */
  price: string
  direction: TargetDirection
  note: string | null
  notify: boolean
  reached_at: string | null
}

/** A followed ticker with the data for its figures. */
export interface WatchedRow {
  id: string
  note: string | null
  version: number
  created_at: Date
  ticker: TickerRow
  targets: TargetRow[]
  closes: CloseRow[]
}

export interface TargetFields {
  id?: string | null | undefined
  price: number
  direction: TargetDirection
  note: string | null
  notify: boolean
}

const maxPerUser = 500
/** The interface offers undo for ten seconds; slow connections get as long again. */
const undoSeconds = 20
/** Three months, for the sparkline. */
const trendDays = 92

export function watchlistStore(database: () => Database) {
  return {
    list(userId: string): Promise<WatchedRow[]> {
      return database().within({ user: userId }, tx => readWatched(tx, sql`true`))
    },

    find(userId: string, id: string): Promise<WatchedRow | null> {
      return database().within({ user: userId }, tx => readOne(tx, id))
    },

    /** The last business day with closes. */
    lastClose(userId: string): Promise<string | null> {
      return database().within({ user: userId }, async tx => {
        const { rows } = await sql<{
          last_close: string | null
        }>`select last_close from market_version`.execute(tx)
        return rows[0]?.last_close ?? null
      })
    },

    add(
      userId: string,
      ticker: { id: string; note: string | null; targets: TargetFields[] },
    ): Promise<WatchedRow | 'taken' | 'too_many'> {
      return unlessTaken(() =>
        database().within({ user: userId }, async tx => {
          const { rows } = await sql<{ id: string }>`
            insert into watched_ticker (user_id, instrument_id, note)
            select ${userId}::uuid, ${ticker.id}::uuid, ${ticker.note}
            where (select count(*) from watched_ticker where deleted_at is null) < ${maxPerUser}
            returning id`.execute(tx)
          const id = rows[0]?.id
          if (id === undefined) return 'too_many'
          await writeTargets(tx, id, ticker.targets)
          return readWritten(tx, id)
        }),
      )
    },

    change(
      userId: string,
      id: string,
      fields: { note?: string | null; targets?: TargetFields[] },
      version: number | undefined,
    ): Promise<WatchedRow> {
      return database().within({ user: userId }, async tx => {
        await bumpRowVersion(tx, 'watched_ticker', id, version)
        if (fields.note !== undefined)
          await sql`update watched_ticker set note = ${fields.note} where id = ${id}`.execute(tx)
        if (fields.targets) await writeTargets(tx, id, fields.targets)
        return readWritten(tx, id)
      })
    },

    /** Marks it as removed, and purges older removals. */
    remove(userId: string, id: string): Promise<boolean> {
      return database().within({ user: userId }, async tx => {
        await sql`delete from watched_ticker where deleted_at < present_moment() - interval '1 hour'`.execute(
          tx,
        )
        const { numAffectedRows } = await sql`
          update watched_ticker set deleted_at = present_moment() where id = ${id} and deleted_at is null`.execute(
          tx,
        )
        return numAffectedRows === 1n
      })
    },

    restore(userId: string, id: string): Promise<WatchedRow | null | 'too_late' | 'taken'> {
      return unlessTaken(() =>
        database().within({ user: userId }, async tx => {
          const { rows } = await sql<{ in_time: boolean }>`
            select deleted_at > present_moment() - make_interval(secs => ${undoSeconds}) as in_time
            from watched_ticker where id = ${id} and deleted_at is not null for update`.execute(tx)
          const removed = rows[0]
          if (!removed) return null
          if (!removed.in_time) return 'too_late'
          await sql`update watched_ticker set deleted_at = null where id = ${id}`.execute(tx)
          return readWritten(tx, id)
        }),
      )
    },
  }
}

async function readOne(tx: Scoped, id: string): Promise<WatchedRow | null> {
  return (await readWatched(tx, sql`w.id = ${id}`))[0] ?? null
}

async function readWritten(tx: Scoped, id: string): Promise<WatchedRow> {
  return requireRow(await readOne(tx, id))
}

async function readWatched(tx: Scoped, where: ReturnType<typeof sql>): Promise<WatchedRow[]> {
  const { rows } = await sql<Omit<WatchedRow, 'ticker' | 'closes'> & { instrument_id: string }>`
    select w.id, w.instrument_id, w.note, w.version, w.created_at,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', p.id, 'price', ${targetPrice}::text, 'direction', p.direction,
            'note', p.note, 'notify', p.notify, 'reached_at', p.reached_at) order by ${targetPrice}, p.id)
        from price_target p where p.watched_ticker_id = w.id), '[]') as targets
    from watched_ticker w join instrument i on i.id = w.instrument_id
    where w.deleted_at is null and ${where} order by w.created_at, w.id`.execute(tx)
  const ids = rows.map(row => row.instrument_id)
  const tickers = await readTickers(tx, ids)
  const closes = Map.groupBy(await readRecentCloses(tx, ids, trendDays), row => row.instrument_id)
  return rows.flatMap(({ instrument_id, ...row }) => {
    const ticker = tickers.get(instrument_id)
    return ticker ? [{ ...row, ticker, closes: closes.get(instrument_id) ?? [] }] : []
  })
}

/**
 * Replaces the targets of a ticker. A target with an id keeps its history unless it changes; one that the price
 * has already passed is not reached until the price has come back and passes it again.
 */
async function writeTargets(tx: Scoped, watchedId: string, targets: readonly TargetFields[]): Promise<void> {
  const list = JSON.stringify(targets.map(target => ({ ...target, id: target.id ?? null })))
  const given = sql`jsonb_to_recordset(${list}::jsonb)
    as g (id uuid, price numeric, direction text, note text, notify boolean)`
  await sql`delete from price_target where watched_ticker_id = ${watchedId}
    and id not in (select g.id from ${given} where g.id is not null)`.execute(tx)
  // Given prices are in the units that lists show; a price is compared as shown, without its further digits.
  const isSame = sql`${targetPrice}::float8 = g.price::float8 and p.direction = g.direction`
  // A target that stays as it is keeps its units, and so what has been compared with it.
  await sql`update price_target p set note = g.note, notify = g.notify,
      price = case when ${isSame} then p.price else g.price end,
      priced_on = case when ${isSame} then p.priced_on else ${targetUnitsDay} end,
      direction = g.direction, reached_at = case when ${isSame} then p.reached_at end
    from ${given}, watched_ticker w join instrument i on i.id = w.instrument_id
    where w.id = ${watchedId} and p.id = g.id and p.watched_ticker_id = w.id`.execute(tx)
  await sql`insert into price_target (watched_ticker_id, price, priced_on, direction, note, notify)
    select ${watchedId}::uuid, g.price, ${targetUnitsDay}, g.direction, g.note, g.notify
    from ${given} where g.id is null`.execute(tx)
}
