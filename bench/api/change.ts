/**
 * npm run bench:change: CPU time of a server to load a family again after a change, and its ratio to a load of everything
 * in the same run. Both include copying the snapshot between threads, once to the server and once to a worker. PostgreSQL
 * is a process of its own and does not count.
 *
 *     npm run bench:change                  10,000 transactions of 200 instruments
 *     npm run bench:change -- 500000        of 500 instruments
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { addTransactions } from '../../apps/api/src/ledger/ledger.store.ts'
import { type Database, openDatabase } from '../../apps/api/src/platform/db/database.ts'
import { openEmbedded } from '../../apps/api/src/platform/db/embedded/embedded-server.ts'
import { writeCloses } from '../../apps/api/src/platform/db/market/market.ts'
import { migrate } from '../../apps/api/src/platform/db/migrate.ts'
import type { PreviousSnapshot } from '../../apps/api/src/snapshots/continue-load.ts'
import { type LoadedSnapshot, loadSnapshot } from '../../apps/api/src/snapshots/load-snapshot.ts'
import { toIsoDate } from '../../packages/engine/src/index.ts'
import { buildPortfolio, LAST_DAY, PRESETS } from '../engine/portfolio.ts'
import { fillPreset } from './fill-preset.ts'

/** Enough for code that a running server has compiled long ago. */
const transactions = Number(process.argv[2] ?? PRESETS.L.transactions)
const rounds = transactions <= 10_000 ? 20 : 4
const size = transactions <= 10_000 ? { ...PRESETS.L, transactions } : { ...PRESETS.XL, transactions }

interface Timed {
  loaded: LoadedSnapshot
  cpuMs: number
}

/** Copies a loaded snapshot to the main thread and from there to a worker: columns stay in shared memory. */
function sendTwice(loaded: LoadedSnapshot): LoadedSnapshot {
  const received = structuredClone(loaded)
  const { snapshot, metadata } = received
  return { ...received, ...structuredClone({ snapshot, metadata }) }
}

async function measure(
  database: Database,
  family: string,
  market: LoadedSnapshot['market'] | null,
  previous: PreviousSnapshot | null,
): Promise<Timed> {
  const before = process.cpuUsage()
  const loaded = sendTwice(
    await loadSnapshot(database, {
      families: [family],
      today: LAST_DAY,
      marketDay: LAST_DAY,
      asOf: null,
      market: structuredClone(market),
      atLeast: null,
      previous: previous && { ...previous, resume: structuredClone(previous.resume) },
    }),
  )
  const { user, system } = process.cpuUsage(before)
  return { loaded, cpuMs: (user + system) / 1000 }
}

function toPrevious({ snapshot, metadata, versions, resume }: LoadedSnapshot): PreviousSnapshot {
  if (!resume) throw new Error('the snapshot cannot be continued')
  return { snapshot, metadata, versions, resume }
}

/** Posts one purchase on a day. */
async function postOne(database: Database, family: string, loaded: LoadedSnapshot, day: number) {
  const { accounts, instruments } = loaded.snapshot
  await database.within('system', tx =>
    addTransactions(
      tx,
      family,
      [
        {
          account_id: accounts[0]?.id ?? '',
          transaction_type: 'trade',
          date: toIsoDate(day),
          currency: instruments[0]?.currency ?? 'USD',
          time_of_day: null,
          sequence: 1_000_000_000,
          settle_date: null,
          ex_date: null,
          instrument_id: instruments[0]?.id ?? null,
          quantity: '1',
          price: '100',
          amount: null,
          net: null,
          rate: null,
          fees: '0',
          taxes: '0',
          accrued: null,
          counter_currency: null,
          counter_amount: null,
          link: null,
          numerator: null,
          denominator: null,
          basis_share: null,
          note: null,
        },
      ],
      () => ({ source: 'manual', sourceKey: randomUUID(), importId: null, createdBy: null }),
    ),
  )
}

/** Another close of the last day for every instrument, as a provider delivers them. */
async function syncPrices(database: Database, { snapshot }: LoadedSnapshot) {
  const date = toIsoDate(LAST_DAY)
  const value = (50 + Math.random()).toFixed(4)
  await database.within('system', tx =>
    writeCloses(
      tx,
      snapshot.instruments.map(({ id }) => ({ id, date, value })),
      'bench',
    ),
  )
}

const shortest = (times: readonly number[]): number => Math.min(...times)

/** Changes a family several times. @returns the shortest CPU time of the loads after it. */
async function measureChange(
  database: Database,
  family: string,
  first: LoadedSnapshot,
  change: (loaded: LoadedSnapshot) => Promise<unknown>,
): Promise<{ cpuMs: number; isContinued: boolean; last: LoadedSnapshot }> {
  const times: number[] = []
  let last = first
  let isContinued = true
  for (let round = 0; round < rounds; round += 1) {
    await change(last)
    const { loaded, cpuMs } = await measure(database, family, last.market, toPrevious(last))
    times.push(cpuMs)
    last = loaded
    isContinued &&= loaded.isContinued
  }
  return { cpuMs: shortest(times), isContinued, last }
}

const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-bench-'))
const server = await openEmbedded(path.join(folder, 'data'), { onWarning: message => console.error(message) })
try {
  await migrate(server.target)
  const family = await fillPreset(server.target.config, buildPortfolio(size))
  const database = await openDatabase(server.target)
  const { loaded: cold } = await measure(database, family, null, null)
  const whole: number[] = []
  for (let round = 0; round < (transactions > 10_000 ? 2 : 7); round += 1)
    whole.push((await measure(database, family, cold.market, null)).cpuMs)
  const full = shortest(whole)
  const cases: [string, (loaded: LoadedSnapshot) => Promise<unknown>][] = [
    ['one transaction on the last day', loaded => postOne(database, family, loaded, LAST_DAY)],
    ['one transaction a month ago', loaded => postOne(database, family, loaded, LAST_DAY - 30)],
    ['one transaction a year ago', loaded => postOne(database, family, loaded, LAST_DAY - 365)],
    ['a close of every instrument', loaded => syncPrices(database, loaded)],
    ['no change of the family', async () => undefined],
  ]
  const rows: Record<string, Record<string, string>> = {
    everything: { 'CPU of the server': `${full.toFixed(1)} ms`, ratio: '1' },
  }
  let last = cold
  for (const [name, change] of cases) {
    const measured = await measureChange(database, family, last, change)
    last = measured.last
    rows[name] = {
      'CPU of the server': `${measured.cpuMs.toFixed(1)} ms`,
      ratio: `1/${(full / measured.cpuMs).toFixed(0)}`,
      ...(measured.isContinued ? {} : { note: 'everything was loaded' }),
    }
  }
  await database.close()
  console.log(`${transactions.toLocaleString('en')} transactions of ${size.symbols} instruments`)
  console.table(rows)
  const count = last.snapshot.transactionDays.length
  console.log(`${Math.round(last.bytes / count)} bytes of shared memory per transaction without prices`)
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
