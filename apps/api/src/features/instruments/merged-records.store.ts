import { sql } from 'kysely'
import type { Scoped } from '../../platform/db/database.ts'
import { removeCloses, writeCloses } from '../../platform/db/market/market.ts'

/** What a merge moved from a duplicate to the kept instrument. */
export interface Moved {
  prices: { date: string; close: string; source: string }[]
  splits: string[]
  events: string[]
  identifiers: { kind: string; value: string }[]
  /** Empty fields of the kept instrument that took the value of the duplicate. */
  filled: Record<string, string>
  underlyings: string[]
  /** Tickers that follow the kept instrument now. */
  tickers: string[]
  /** Of users who followed both: the ticker that ended, and its targets, which moved to the other one. */
  ended: { id: string; user_id: string; note: string | null; targets: string[] }[]
}

const fillable = ['isin', 'symbol', 'exchange', 'long_name', 'country', 'sector'] as const

/** Moves what the kept instrument lacks: closes of days it has none for, splits, events, identifiers and fields. */
export async function moveRecords(tx: Scoped, keptId: string, mergedId: string): Promise<Moved> {
  return {
    prices: await copyPrices(tx, keptId, mergedId),
    ...(await copyCalendar(tx, keptId, mergedId)),
    identifiers: await moveIdentifiers(tx, mergedId, keptId, null),
    filled: await fillFields(tx, keptId, mergedId),
    underlyings: await moveUnderlyings(tx, keptId, mergedId),
    ...(await moveTickers(tx, keptId, mergedId)),
  }
}

interface StoredPrice {
  date: string
  close: string
  source: string
  set_by: string | null
}

/** Closes adjusted for splits and closes as traded do not mix. */
async function copyPrices(tx: Scoped, keptId: string, mergedId: string): Promise<Moved['prices']> {
  const { rows } = await sql<StoredPrice>`
    select p.date, p.close::text, p.source, p.set_by from price p
    where p.instrument_id = ${mergedId}
      and not exists (select from price k where k.instrument_id = ${keptId} and k.date = p.date)
      and ((select count(distinct is_split_adjusted) from instrument where id in (${keptId}, ${mergedId})) = 1
        or not exists (select from split where instrument_id in (${keptId}, ${mergedId})))
    order by p.date`.execute(tx)
  const groups = Map.groupBy(rows, ({ source, set_by }) => JSON.stringify([source, set_by]))
  for (const group of groups.values()) {
    const [first] = group
    if (!first) continue
    const quotes = group.map(({ date, close }) => ({ id: keptId, date, value: close }))
    await writeCloses(tx, quotes, first.source, first.set_by)
  }
  return rows.map(({ date, close, source }) => ({ date, close, source }))
}

async function copyCalendar(
  tx: Scoped,
  keptId: string,
  mergedId: string,
): Promise<Pick<Moved, 'splits' | 'events'>> {
  const splits = await sql<{ ex_date: string }>`
    insert into split (instrument_id, ex_date, numerator, denominator)
    select ${keptId}::uuid, ex_date, numerator, denominator from split where instrument_id = ${mergedId}
    on conflict do nothing returning ex_date`.execute(tx)
  const events = await sql<{ id: string }>`
    update instrument_event e set instrument_id = ${keptId}
    where e.instrument_id = ${mergedId} and not exists (
      select from instrument_event k
      where k.instrument_id = ${keptId} and k.event_type = e.event_type and k.date = e.date)
    returning e.id`.execute(tx)
  return { splits: splits.rows.map(row => row.ex_date), events: events.rows.map(row => row.id) }
}

/** Moves identifiers of kinds that the other instrument has none of, or those given. */
async function moveIdentifiers(
  tx: Scoped,
  fromId: string,
  toId: string,
  only: readonly { kind: string; value: string }[] | null,
): Promise<Moved['identifiers']> {
  const wanted = (only ?? []).map(({ kind, value }) => `${kind}:${value}`)
  const isWanted = only
    ? sql`d.kind || ':' || d.value = any(${wanted}::text[])`
    : sql`not exists (select from instrument_identifier k where k.instrument_id = ${toId} and k.kind = d.kind)`
  const { rows } = await sql<{ kind: string; value: string }>`
    update instrument_identifier d set instrument_id = ${toId}
    where d.instrument_id = ${fromId} and ${isWanted}
      and not exists (select from instrument_identifier k
        where k.instrument_id = ${toId} and k.kind = d.kind and k.value = d.value)
    returning d.kind, d.value`.execute(tx)
  return rows
}

async function fillFields(tx: Scoped, keptId: string, mergedId: string): Promise<Moved['filled']> {
  const filled: Moved['filled'] = {}
  for (const field of fillable) {
    const name = sql.ref(field)
    const { rows } = await sql<{ value: string }>`
      update instrument k set ${name} = d.${name}
      from instrument d
      where k.id = ${keptId} and d.id = ${mergedId} and k.${name} is null and d.${name} is not null
        -- A platform's ISIN is unique in its currency.
        and (${field} <> 'isin' or not exists (select from instrument o where o.isin = d.isin
          and o.currency = k.currency and o.family_id is null and o.deleted_at is null))
      returning d.${name} as value`.execute(tx)
    if (rows[0]) filled[field] = rows[0].value
  }
  return filled
}

async function moveUnderlyings(tx: Scoped, keptId: string, mergedId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update instrument set underlying_id = ${keptId} where underlying_id = ${mergedId} returning id`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/** A user who follows both keeps one ticker, with the targets of both. */
async function moveTickers(
  tx: Scoped,
  keptId: string,
  mergedId: string,
): Promise<Pick<Moved, 'tickers' | 'ended'>> {
  const both = await sql<{ id: string; user_id: string; note: string | null; kept: string }>`
    select w.id, w.user_id, w.note, k.id as kept from watched_ticker w
    join watched_ticker k on k.user_id = w.user_id and k.instrument_id = ${keptId} and k.deleted_at is null
    where w.instrument_id = ${mergedId} and w.deleted_at is null order by w.id`.execute(tx)
  const ended: Moved['ended'] = []
  for (const { kept, ...ticker } of both.rows) {
    const { id } = ticker
    const { rows } = await sql<{ id: string }>`
      update price_target set watched_ticker_id = ${kept} where watched_ticker_id = ${id} returning id`.execute(
      tx,
    )
    await sql`delete from watched_ticker where id = ${id}`.execute(tx)
    ended.push({ ...ticker, targets: rows.map(row => row.id) })
  }
  const moved = await sql<{ id: string }>`
    update watched_ticker set instrument_id = ${keptId}
    where instrument_id = ${mergedId} and deleted_at is null returning id`.execute(tx)
  return { tickers: moved.rows.map(({ id }) => id), ended }
}

/** Returns to the duplicate what the merge took from it, unless someone changed it since. */
export async function moveRecordsBack(
  tx: Scoped,
  keptId: string,
  mergedId: string,
  moved: Moved,
): Promise<void> {
  const unchanged = await sql<{ date: string }>`
    select p.date from price p
    join jsonb_to_recordset(${JSON.stringify(moved.prices)}::jsonb) as m (date date, close numeric, source text)
      on m.date = p.date and m.close = p.close and m.source = p.source
    where p.instrument_id = ${keptId}`.execute(tx)
  await removeCloses(
    tx,
    keptId,
    unchanged.rows.map(({ date }) => date),
  )
  await sql`delete from split where instrument_id = ${keptId} and ex_date = any(${moved.splits}::date[])`.execute(
    tx,
  )
  await sql`update instrument_event set instrument_id = ${mergedId}
    where instrument_id = ${keptId} and id = any(${moved.events}::uuid[])`.execute(tx)
  await moveIdentifiers(tx, keptId, mergedId, moved.identifiers)
  for (const [field, value] of Object.entries(moved.filled))
    await sql`update instrument set ${sql.ref(field)} = null
      where id = ${keptId} and ${sql.ref(field)} = ${value}`.execute(tx)
  await sql`update instrument set underlying_id = ${mergedId}
    where underlying_id = ${keptId} and id = any(${moved.underlyings}::uuid[])`.execute(tx)
  await sql`update watched_ticker set instrument_id = ${mergedId}
    where instrument_id = ${keptId} and id = any(${moved.tickers}::uuid[])`.execute(tx)
  for (const ticker of moved.ended) await restoreTicker(tx, mergedId, ticker)
}

/** The ticker of a user who followed both: it is followed again, with the targets it had. */
async function restoreTicker(
  tx: Scoped,
  mergedId: string,
  { id, user_id, note, targets }: Moved['ended'][number],
): Promise<void> {
  const { numAffectedRows } = await sql`
    insert into watched_ticker (id, user_id, instrument_id, note)
    select ${id}::uuid, u.id, ${mergedId}::uuid, ${note} from app_user u where u.id = ${user_id}
    on conflict do nothing`.execute(tx)
  if (numAffectedRows === 1n)
    await sql`update price_target set watched_ticker_id = ${id} where id = any(${targets}::uuid[])`.execute(
      tx,
    )
}
