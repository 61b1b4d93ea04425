import type { QuoteColumn, World } from '@plumbline/demo-world'
import { daysAhead } from '@plumbline/demo-world'
import { type Day, toIsoDate } from '@plumbline/engine'
import { sql } from 'kysely'
import type { Scoped } from '../platform/db/database.ts'
import { insertRows } from './insert-rows.store.ts'
import { rewriteChunks, writeChunks, writeQuotes } from './quotes.store.ts'
import { toolRows } from './tool-rows.ts'
import {
  accessRows,
  accountRows,
  custodianRows,
  eventRow,
  familyRows,
  grantRows,
  ids,
  instrumentRow,
  integrationRows,
  type PeopleOptions,
  runRow,
  splitRow,
  staffSettingsRows,
  transactionRow,
  userRows,
} from './world-rows.ts'

/** Called with the progress from 0 to 1. */
export type Progress = (done: number) => void

/** Writes the whole world into an empty database. */
export async function writeWorld(
  tx: Scoped,
  world: World,
  people: PeopleOptions,
  onProgress: Progress,
): Promise<void> {
  await insertRows(tx, 'family', familyRows(world))
  await insertRows(tx, 'app_user', userRows(world, people))
  await insertRows(tx, 'family_access', accessRows(world))
  await insertRows(tx, 'user_settings', staffSettingsRows(world))
  await insertRows(tx, 'custodian', custodianRows(world))
  await insertRows(tx, 'account', accountRows(world))
  await insertRows(tx, 'account_grant', grantRows(world))
  await insertRows(tx, 'instrument', world.instruments.map(instrumentRow))
  await insertRows(tx, 'integration', integrationRows(world))
  await writeMarket(tx, world, done => onProgress(0.75 * done))
  await insertRows(tx, 'transaction', world.transactions.map(transactionRow))
  onProgress(0.9)
  await insertRows(tx, 'instrument_event', eventRows(world, world.events))
  await insertRows(tx, 'integration_run', world.runs.map(runRow))
  for (const [table, rows] of toolRows(world)) await insertRows(tx, table, rows)
  await bumpVersions(
    tx,
    world.families.map(({ key }) => ids.family(key)),
  )
  onProgress(1)
}

async function writeMarket(tx: Scoped, world: World, onProgress: Progress): Promise<void> {
  await insertRows(tx, 'split', world.splits.map(splitRow))
  for (const column of world.rates) {
    await writeQuotes(tx, 'rate', column.of, column, true)
    await writeChunks(tx, 'rate', column.of, column)
  }
  for (const [index, column] of world.prices.entries()) {
    await writeQuotes(tx, 'price', ids.instrument(column.of), column, true)
    await writeChunks(tx, 'price', ids.instrument(column.of), column)
    onProgress((index + 1) / world.prices.length)
  }
}

function eventRows(world: World, events: World['events']) {
  const currencies = new Map(world.instruments.map(({ key, currency }) => [key, currency]))
  return events.map(event => eventRow(event, currencies.get(event.instrument) ?? ''))
}

async function bumpVersions(tx: Scoped, families: readonly string[]): Promise<void> {
  for (const family of families) await sql`select bump_family_version(${family}::uuid)`.execute(tx)
  await sql`select bump_market_version()`.execute(tx)
}

/**
 * Adds the rows after `since` to a world that was filled earlier. Changes of users are kept: erased accounts get no
 * transactions, and user data such as strategies is not created again.
 */
export async function continueWorld(tx: Scoped, world: World, since: Day): Promise<void> {
  const isNew = (day: Day): boolean => day > since
  const listed = world.instruments.filter(fact => isNew(fact.listed))
  await insertRows(tx, 'instrument', listed.map(instrumentRow))
  await insertRows(tx, 'split', world.splits.filter(({ date }) => date > toIsoDate(since)).map(splitRow))
  await continueQuotes(tx, 'rate', world.rates, since)
  await continueQuotes(tx, 'price', world.prices, since)
  const known = await sql<{ id: string }>`select id from account`.execute(tx)
  const accounts = new Set(known.rows.map(({ id }) => id))
  const transactions = world.transactions.filter(
    ({ day, account }) => isNew(day) && accounts.has(ids.account(account)),
  )
  await insertRows(tx, 'transaction', transactions.map(transactionRow))
  const newlyListed = new Set(listed.map(({ key }) => key))
  const events = world.events.filter(
    ({ day, instrument }) => isNew(day - daysAhead) || newlyListed.has(instrument),
  )
  await insertRows(tx, 'instrument_event', eventRows(world, events))
  const sources = await sql<{ id: string }>`select id from integration`.execute(tx)
  const integrations = new Set(sources.rows.map(({ id }) => id))
  const runs = world.runs.filter(
    ({ startedAt, integration }) =>
      startedAt.slice(0, 10) > toIsoDate(since) && integrations.has(ids.integration(integration)),
  )
  await insertRows(tx, 'integration_run', runs.map(runRow))
  await bumpVersions(tx, [...new Set(transactions.map(({ family }) => ids.family(family)))])
}

async function continueQuotes(
  tx: Scoped,
  kind: 'price' | 'rate',
  columns: readonly QuoteColumn[],
  since: Day,
): Promise<void> {
  const changed: string[] = []
  for (const column of columns) {
    const from = column.days.findIndex(day => day > since)
    if (from < 0) continue
    const id = kind === 'price' ? ids.instrument(column.of) : column.of
    changed.push(id)
    const added = { ...column, days: column.days.slice(from), values: column.values.subarray(from) }
    await writeQuotes(tx, kind, id, added, false)
  }
  await rewriteChunks(tx, kind, changed, since + 1)
}
