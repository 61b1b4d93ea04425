/**
 * npm run bench:book: from facts in PostgreSQL to a Book in memory, for a preset of the generator, on an
 * embedded server of its own. The first load is the cold one; the others show what a change of data costs.
 *
 *     npm run bench:book -- L
 */
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { openDatabase } from '../../apps/api/src/db/database.ts'
import { openEmbedded } from '../../apps/api/src/db/embedded/embedded-server.ts'
import { migrate } from '../../apps/api/src/db/migrate.ts'
import { loadBook } from '../../apps/api/src/portfolio/load-book.ts'
import { dayFromParts, isoOf, partsOf } from '../../packages/engine/src/index.ts'
import { buildPortfolio, LAST_DAY, type Portfolio, PRESETS, type PresetName } from '../engine/portfolio.ts'

const loads = 5

const wanted = process.argv[2] ?? 'L'
if (!(wanted in PRESETS)) throw new Error(`Use one of: ${Object.keys(PRESETS).join(', ')}.`)
// The check above says so.
const preset = wanted as PresetName

const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-bench-'))
const server = await openEmbedded(path.join(folder, 'data'), { onTrouble: message => console.error(message) })
try {
  await migrate(server.target)
  const family = await fill(server.target.config, buildPortfolio(PRESETS[preset]))
  const database = await openDatabase(server.target)
  const times: number[] = []
  let positions = 0
  let bytes = 0
  for (let load = 0; load < loads; load += 1) {
    const started = performance.now()
    const loaded = await loadBook(database, [family], LAST_DAY, null)
    times.push(performance.now() - started)
    positions = loaded.book.positions.count
    bytes = loaded.bytes + loaded.marketBytes
  }
  await database.close()
  const [cold = 0, ...again] = times
  const median = again.sort((a, b) => a - b)[Math.floor(again.length / 2)] ?? 0
  const { symbols, days, transactions } = PRESETS[preset]
  console.table({
    preset,
    closes: (symbols * days).toLocaleString('en'),
    bookings: transactions.toLocaleString('en'),
    positions: positions.toLocaleString('en'),
    'cold load': `${cold.toFixed(0)} ms`,
    'load again': `${median.toFixed(0)} ms`,
    'shared memory': `${(bytes / 1e6).toFixed(1)} MB`,
  })
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Writes a generated portfolio as the ledger and the market have it: columns for loading, no rows of closes. */
async function fill(config: pg.ClientConfig, portfolio: Portfolio): Promise<string> {
  const client = new pg.Client(config)
  await client.connect()
  await client.query("select set_config('plumbline.system', 'on', false)")
  const one = async (text: string, values: unknown[]) =>
    (await client.query(text, values)).rows[0].id as string
  const family = await one("insert into family (name) values ('Bench') returning id", [])
  const account = await one(
    `insert into account (family_id, custodian_id, name, base_currency, cash)
     values ($1, 'manual', 'main', 'CHF', 'none') returning id`,
    [family],
  )
  const { instruments, transactions } = portfolio.ledger
  const idOf = new Map(instruments.map(instrument => [instrument.id, uuidOf(instrument.id)]))
  await client.query(
    `insert into instrument (id, name, instrument_type, currency)
     select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[])`,
    [
      [...idOf.values()],
      instruments.map(({ name }) => name),
      instruments.map(({ type }) => type),
      instruments.map(({ currency }) => currency),
    ],
  )
  for (const [place, instrument] of instruments.entries())
    await writeColumns(
      client,
      'price_chunk',
      'instrument_id',
      'closes',
      idOf.get(instrument.id) ?? '',
      portfolio.firstDay,
      portfolio.prices[place],
    )
  // The generator quotes in francs; the product keeps rates against the dollar.
  const { USD, EUR } = portfolio.rates
  const franc = USD.map(rate => 1 / rate)
  await writeColumns(client, 'fx_chunk', 'currency', 'rates', 'CHF', portfolio.firstDay, franc)
  await writeColumns(
    client,
    'fx_chunk',
    'currency',
    'rates',
    'EUR',
    portfolio.firstDay,
    EUR.map((rate, day) => rate / (USD[day] ?? 1)),
  )
  const rows = transactions.map(transaction => ({
    id: uuidOf(transaction.id),
    transaction_type: transaction.type,
    date: isoOf(transaction.day),
    sequence: transaction.sequence ?? 0,
    instrument_id: idOf.get(transaction.instrument ?? '') ?? null,
    quantity: text(transaction.quantity),
    price: text(transaction.price),
    amount: text(transaction.amount),
    currency: instruments.find(({ id }) => id === transaction.instrument)?.currency,
    fees: text(transaction.fees) ?? '0',
  }))
  await client.query(
    `insert into booking (family_id, id, root_id, account_id, transaction_type, date, sequence, instrument_id, quantity,
       price, amount, currency, fees, source)
     select $1, id, id, $2, transaction_type, date, sequence, instrument_id, quantity, price, amount, currency, fees, 'system'
     from jsonb_populate_recordset(null::booking, $3::jsonb)`,
    [family, account, JSON.stringify(rows)],
  )
  await client.query('vacuum analyze')
  await client.end()
  return family
}

async function writeColumns(
  client: pg.Client,
  table: string,
  key: string,
  column: string,
  id: string,
  firstDay: number,
  values: Float64Array | undefined,
): Promise<void> {
  const years = new Map<number, Float64Array>()
  values?.forEach((value, index) => {
    const { year } = partsOf(firstDay + index)
    const known = years.get(year) ?? new Float64Array(366).fill(Number.NaN)
    years.set(year, known)
    known[firstDay + index - dayFromParts(year, 1, 1)] = value
  })
  for (const [year, numbers] of years)
    await client.query(`insert into ${table} (${key}, year, ${column}) values ($1, $2, $3)`, [
      id,
      year,
      Buffer.from(numbers.buffer),
    ])
}

function text(value: unknown): string | null {
  return value === undefined ? null : String(value)
}

function uuidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
