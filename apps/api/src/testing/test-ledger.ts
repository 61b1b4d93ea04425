import type { TestDatabase } from './test-database.ts'

export interface TestTransaction {
  type: string
  date: string
  instrument?: string
  quantity?: string
  price?: string
  amount?: string
  currency?: string
  net?: string
  fees?: string
  accrued?: string
  taxes?: string
  rate?: string
  counterCurrency?: string
  counterAmount?: string
  exDate?: string
  settleDate?: string
  link?: string
  note?: string
  numerator?: string
  denominator?: string
}

/** Writes accounts, instruments, prices and transactions directly into the database. */
export function testLedger(database: TestDatabase) {
  const insert = async (text: string, values: unknown[]): Promise<string> => {
    const { rows } = await database.query(text, values)
    return rows[0].id
  }
  return {
    account: (familyId: string, name: string, currency = 'CHF') =>
      insert(
        `insert into account (family_id, custodian_id, name, base_currency) values ($1, 'manual', $2, $3) returning id`,
        [familyId, name, currency],
      ),

    instrument: (name: string, type = 'equity', currency = 'CHF') =>
      insert('insert into instrument (name, instrument_type, currency) values ($1, $2, $3) returning id', [
        name,
        type,
        currency,
      ]),

    /** Writes closes of one year as rows and as the yearly column. */
    async prices(instrumentId: string, closes: Record<string, number>): Promise<void> {
      const days = Object.keys(closes).sort()
      await database.query(
        `insert into price (instrument_id, date, close, source)
         select $1, d::date, c::numeric, 'test' from unnest($2::text[], $3::text[]) as q (d, c)`,
        [instrumentId, days, days.map(day => String(closes[day]))],
      )
      const year = Number(days[0]?.slice(0, 4))
      const column = new Float64Array(366).fill(Number.NaN)
      for (const day of days) column[dayOfYear(day)] = closes[day] ?? Number.NaN
      await database.query('insert into price_chunk (instrument_id, year, closes) values ($1, $2, $3)', [
        instrumentId,
        year,
        Buffer.from(column.buffer),
      ])
      await database.query('select bump_market_version()')
    },

    /** Writes exchange rates of one year: one unit of the currency in dollars. */
    async rates(currency: string, rates: Record<string, number>): Promise<void> {
      const days = Object.keys(rates).sort()
      const column = new Float64Array(366).fill(Number.NaN)
      for (const day of days) column[dayOfYear(day)] = rates[day] ?? Number.NaN
      await database.query(
        `insert into fx_rate (currency, date, rate, source)
         select $1, d::date, r::numeric, 'test' from unnest($2::text[], $3::text[]) as q (d, r)`,
        [currency, days, days.map(day => String(rates[day]))],
      )
      await database.query('insert into fx_chunk (currency, year, rates) values ($1, $2, $3)', [
        currency,
        Number(days[0]?.slice(0, 4)),
        Buffer.from(column.buffer),
      ])
      await database.query('select bump_market_version()')
    },

    async post(familyId: string, accountId: string, transaction: TestTransaction): Promise<string> {
      const id = await insert(
        `insert into transaction (family_id, id, root_id, account_id, transaction_type, date, instrument_id, quantity,
           price, amount, currency, net, fees, taxes, rate, counter_currency, counter_amount, ex_date, settle_date, link,
           note, numerator, denominator, accrued, source)
         select $1, g, g, $2, $3, $4, $5, $6, $7, $8, $9, $10, coalesce($11::numeric, 0), coalesce($12::numeric, 0), $13, $14, $15, $16,
           $17, $18, $19, $20, $21, $22, 'manual'
         from gen_random_uuid() as g returning id`,
        [
          familyId,
          accountId,
          transaction.type,
          transaction.date,
          transaction.instrument ?? null,
          transaction.quantity ?? null,
          transaction.price ?? null,
          transaction.amount ?? null,
          transaction.currency ?? 'CHF',
          transaction.net ?? null,
          transaction.fees ?? null,
          transaction.taxes ?? null,
          transaction.rate ?? null,
          transaction.counterCurrency ?? null,
          transaction.counterAmount ?? null,
          transaction.exDate ?? null,
          transaction.settleDate ?? null,
          transaction.link ?? null,
          transaction.note ?? null,
          transaction.numerator ?? null,
          transaction.denominator ?? null,
          transaction.accrued ?? null,
        ],
      )
      await database.query('select bump_family_version($1)', [familyId])
      return id
    },
  }
}

function dayOfYear(date: string): number {
  const year = date.slice(0, 4)
  return (Date.parse(date) - Date.parse(`${year}-01-01`)) / 86_400_000
}
