import type { contract, HandlerReply } from '@plumbline/contract'
import { sql } from 'kysely'
import type { Scoped } from '../../platform/db/database.ts'
import { type Ids, replaceIds } from './archive-ids.ts'
import type { ArchiveTable } from './archive-tables.ts'
import type { ArchivedFamily } from './archived-family.ts'
import { writeRows } from './restore-rows.store.ts'
import { type CheckedTable, isUsable } from './usable-rows.ts'

type LeftOut = HandlerReply<typeof contract.archive.restore>['data']['left_out'][number]

export interface RestoredPersonalTables {
  strategies: number
  tickers: number
  templates: number
  reports: number
  rules: number
  benchmarks: number
  targets: number
  leftOut: LeftOut[]
}

/**
 * Writes personal data for the user who restores it, and the benchmarks and targets of the family and of those strategies.
 * Existing rows stay unchanged.
 */
export async function writePersonalTables(
  tx: Scoped,
  from: ArchivedFamily,
  ids: Ids,
  to: { user: string; family: string },
): Promise<RestoredPersonalTables> {
  const owner = sql`jsonb_build_object('user_id', ${to.user}::text)`
  const ownerAndFamily = sql`jsonb_build_object('user_id', ${to.user}::text, 'family_id', ${to.family}::text)`
  const withNewIds = (table: ArchiveTable) => from.tables[table].map(row => replaceIds(row, ids))
  const leftOut: LeftOut[] = []
  const note = (kind: LeftOut['kind'], reason: LeftOut['reason'], count: number) => {
    if (count > 0) leftOut.push({ kind, reason, count })
  }
  /** Skips rows that the contract would reject. */
  const filterUsable = (table: CheckedTable, kind: LeftOut['kind']) => {
    const rows = withNewIds(table)
    const good = rows.filter(row => isUsable(table, row))
    note(kind, 'unusable', rows.length - good.length)
    return good
  }

  const strategies = await writeRows(tx, 'strategy', withNewIds('strategy'), ownerAndFamily)
  await writeRows(tx, 'strategy_position', withNewIds('strategy_position'), nothing)
  const followed = withNewIds('watched_ticker')
  const tickers = await writeRows(tx, 'watched_ticker', followed, owner, true)
  note('ticker', 'already_there', followed.length - tickers)
  await writeTargets(tx, withNewIds('price_target'))
  const filters = filterUsable('template', 'template')
  const templates = await writeRows(tx, 'template', filters, owner, true)
  note('template', 'already_there', filters.length - templates)
  const reports = await writeRows(tx, 'report', filterUsable('report', 'report'), ownerAndFamily)
  const paused = sql`${ownerAndFamily} || '{"is_active": false, "state": {}, "last_run_at": null}'::jsonb`
  const rules = await writeRows(tx, 'user_task', filterUsable('user_task', 'rule'), paused)
  // Who made them is a user of the other installation.
  const ofFamily = sql`jsonb_build_object('created_by', null, 'family_id', ${to.family}::text)`
  const benchmarks = await writeRows(tx, 'benchmark', filterUsable('benchmark', 'benchmark'), ofFamily)
  const targets = await writeRows(
    tx,
    'target_allocation',
    filterUsable('target_allocation', 'target'),
    ofFamily,
  )
  return { strategies, tickers, templates, reports, rules, benchmarks, targets, leftOut }
}

const nothing = sql`'{}'::jsonb`

/** Writes targets of restored tickers; a ticker that was followed before keeps its own. */
async function writeTargets(tx: Scoped, targets: readonly string[]): Promise<void> {
  const tickers = targets.map(row => String(JSON.parse(row).watched_ticker_id))
  const { rows } = await sql<{ id: string; today: string }>`
    select id, present_moment()::date::text as today from watched_ticker
    where id::text = any(${tickers}::text[])`.execute(tx)
  const there = new Set(rows.map(({ id }) => id))
  // Older archives do not say in which units a target is.
  const units = { priced_on: rows[0]?.today }
  await writeRows(
    tx,
    'price_target',
    targets
      .filter((_, index) => there.has(tickers[index] ?? ''))
      .map(row => JSON.stringify({ ...units, ...JSON.parse(row) })),
    nothing,
  )
}
