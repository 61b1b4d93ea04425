import { contract, type HandlerReply, newTask, templateOf } from '@plumbline/contract'
import { sql } from 'kysely'
import type { Scoped } from '../../platform/db/database.ts'
import { type Ids, withIds } from './archive-ids.ts'
import type { ArchiveTable } from './archive-tables.ts'
import type { ArchivedFamily } from './archived-family.ts'
import { writeRows } from './restore-rows.store.ts'

type LeftOut = HandlerReply<typeof contract.archive.restore>['data']['left_out'][number]

export interface RestoredTools {
  strategies: number
  tickers: number
  templates: number
  reports: number
  rules: number
  leftOut: LeftOut[]
}

/** What a person made with the figures, for the person who restores it. What they have already stays as it is. */
export async function writeTools(
  tx: Scoped,
  from: ArchivedFamily,
  ids: Ids,
  to: { user: string; family: string },
): Promise<RestoredTools> {
  const theirs = sql`jsonb_build_object('user_id', ${to.user}::text)`
  const about = sql`jsonb_build_object('user_id', ${to.user}::text, 'family_id', ${to.family}::text)`
  const renamed = (table: ArchiveTable) => from.tables[table].map(row => withIds(row, ids))
  const leftOut: LeftOut[] = []
  const note = (kind: LeftOut['kind'], reason: LeftOut['reason'], count: number) => {
    if (count > 0) leftOut.push({ kind, reason, count })
  }
  /** Words that no screen could show are not taken over: they would only be in the way. */
  const usable = (table: keyof typeof isUsable, kind: LeftOut['kind']) => {
    const rows = renamed(table)
    const good = rows.filter(row => isUsable[table](JSON.parse(row)))
    note(kind, 'unusable', rows.length - good.length)
    return good
  }

  const strategies = await writeRows(tx, 'strategy', renamed('strategy'), about)
  await writeRows(tx, 'strategy_position', renamed('strategy_position'), nothing)
  const followed = renamed('watched_ticker')
  const tickers = await writeRows(tx, 'watched_ticker', followed, theirs, true)
  note('ticker', 'already_there', followed.length - tickers)
  await writeTargets(tx, renamed('price_target'))
  const filters = usable('template', 'template')
  const templates = await writeRows(tx, 'template', filters, theirs, true)
  note('template', 'already_there', filters.length - templates)
  const reports = await writeRows(tx, 'report', usable('report', 'report'), about)
  const paused = sql`${about} || '{"is_active": false, "state": {}, "last_run_at": null}'::jsonb`
  const rules = await writeRows(tx, 'user_task', usable('user_task', 'rule'), paused)
  return { strategies, tickers, templates, reports, rules, leftOut }
}

const nothing = sql`'{}'::jsonb`

/** Targets of tickers that were restored; a ticker that was followed already has its own. */
async function writeTargets(tx: Scoped, targets: readonly string[]): Promise<void> {
  const tickers = targets.map(row => String(JSON.parse(row).watched_ticker_id))
  const { rows } = await sql<{ id: string }>`
    select id from watched_ticker where id::text = any(${tickers}::text[])`.execute(tx)
  const there = new Set(rows.map(({ id }) => id))
  await writeRows(
    tx,
    'price_target',
    targets.filter((_, index) => there.has(tickers[index] ?? '')),
    nothing,
  )
}

// biome-ignore lint/suspicious/noExplicitAny: a row of an archive may be anything; that is what is looked at.
type Row = any

/** Whether what a row says is something that could have been saved here. */
const isUsable = {
  template: (row: Row) => {
    try {
      return templateOf({ ...row, version: 1 }) !== null
    } catch {
      return false
    }
  },
  report: ({ filters, ...row }: Row) =>
    contract.reports.create.body.safeParse({ ...row, ...filters }).success,
  user_task: ({ name, task_type, actions, task_data }: Row) => {
    const { event_types, lookahead_date_offset, ...data } = task_data ?? {}
    const words = { name, task_type, actions, event_types, lookahead_date_offset, task_data: data }
    return newTask.safeParse(words).success
  },
}
