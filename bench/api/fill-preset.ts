import { createHash } from 'node:crypto'
import pg from 'pg'
import { dateParts, dayFromParts, toIsoDate } from '../../packages/engine/src/index.ts'
import type { Portfolio } from '../engine/portfolio.ts'

const prices = { table: 'price_chunk', key: 'instrument_id', column: 'closes' }
const exchangeRates = { table: 'fx_chunk', key: 'currency', column: 'rates' }

/** Writes a generated portfolio to the ledger, and its prices as column chunks only, without rows of closes. */
export async function fillPreset(config: pg.ClientConfig, portfolio: Portfolio): Promise<string> {
  const client = new pg.Client(config)
  await client.connect()
  await client.query("select set_config('plumbline.system', 'on', false)")
  const insert = async (text: string, values: unknown[]) =>
    (await client.query(text, values)).rows[0].id as string
  const family = await insert("insert into family (name) values ('Bench') returning id", [])
  const account = await insert(
    `insert into account (family_id, custodian_id, name, base_currency, cash)
     values ($1, 'manual', 'main', 'CHF', 'none') returning id`,
    [family],
  )
  const { instruments, transactions } = portfolio.ledger
  const ids = new Map(instruments.map(instrument => [instrument.id, deriveUuid(instrument.id)]))
  await client.query(
    `insert into instrument (id, name, instrument_type, currency)
     select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[])`,
    [
      [...ids.values()],
      instruments.map(({ name }) => name),
      instruments.map(({ type }) => type),
      instruments.map(({ currency }) => currency),
    ],
  )
  for (const [place, instrument] of instruments.entries())
    await writeChunks(client, prices, ids.get(instrument.id) ?? '', {
      firstDay: portfolio.firstDay,
      values: portfolio.prices[place],
    })
  // The generator quotes in francs; the product stores rates against the dollar.
  const { USD, EUR } = portfolio.rates
  const franc = USD.map(rate => 1 / rate)
  const euro = EUR.map((rate, day) => rate / (USD[day] ?? 1))
  await writeChunks(client, exchangeRates, 'CHF', { firstDay: portfolio.firstDay, values: franc })
  await writeChunks(client, exchangeRates, 'EUR', { firstDay: portfolio.firstDay, values: euro })
  const rows = transactions.map(transaction => ({
    id: deriveUuid(transaction.id),
    transaction_type: transaction.type,
    date: toIsoDate(transaction.day),
    sequence: transaction.sequence ?? 0,
    instrument_id: ids.get(transaction.instrument ?? '') ?? null,
    quantity: toText(transaction.quantity),
    price: toText(transaction.price),
    amount: toText(transaction.amount),
    currency: instruments.find(({ id }) => id === transaction.instrument)?.currency,
    fees: toText(transaction.fees) ?? '0',
  }))
  await client.query(
    `insert into transaction (family_id, id, root_id, account_id, transaction_type, date, sequence, instrument_id, quantity,
       price, amount, currency, fees, source)
     select $1, id, id, $2, transaction_type, date, sequence, instrument_id, quantity, price, amount, currency, fees, 'system'
     from jsonb_populate_recordset(null::transaction, $3::jsonb)`,
    [family, account, JSON.stringify(rows)],
  )
  await client.query('vacuum analyze')
  await client.end()
  return family
}

/** Writes a daily series as one chunk per year. */
async function writeChunks(
  client: pg.Client,
  { table, key, column }: typeof prices,
  id: string,
  { firstDay, values }: { firstDay: number; values: Float64Array | undefined },
): Promise<void> {
  const years = new Map<number, Float64Array>()
  values?.forEach((value, index) => {
    const { year } = dateParts(firstDay + index)
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

function toText(value: unknown): string | null {
  return value === undefined ? null : String(value)
}

function deriveUuid(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
