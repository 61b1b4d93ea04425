import { randomUUID } from 'node:crypto'
import { type Ledger, toIsoDate } from '@plumbline/engine'
import type { GeneratedWorld } from '../../../../../packages/engine/test/random/random-ledger.ts'
import type { TestDatabase } from '../test-database.ts'
import { testLedger } from '../test-ledger.ts'

/** Database ids by the ids of the generated ledger. */
export interface WrittenLedger {
  familyId: string
  accounts: Map<string, string>
}

const text = (value: unknown): string | null => (value === undefined ? null : String(value))

/** Writes a generated ledger directly into the database, as its own family. */
export async function writeLedger(
  database: TestDatabase,
  familyId: string,
  { ledger, quotes }: GeneratedWorld,
): Promise<WrittenLedger> {
  const write = testLedger(database)
  const accounts = new Map<string, string>()
  for (const account of ledger.accounts) {
    const custodian = account.custodian.replaceAll(' ', '-')
    await database.query('insert into custodian (id, name) values ($1, $1) on conflict do nothing', [
      custodian,
    ])
    const id = await write.account(familyId, account.id)
    accounts.set(account.id, id)
    await database.query(
      `update account set custodian_id = $2, lot_method = $3, cash = $4, allows_short = $5, variation_margin = $6
       where id = $1`,
      [
        id,
        custodian,
        account.lotMethod,
        account.cash,
        account.shortsAllowed,
        account.variationMargin ?? 'booked',
      ],
    )
  }
  const instruments = new Map<string, string>()
  for (const instrument of ledger.instruments) {
    const id = await write.instrument(instrument.name, instrument.type, instrument.currency)
    instruments.set(instrument.id, id)
    const closes = Object.fromEntries(
      (quotes.get(instrument.id) ?? []).map(([day, close]) => [toIsoDate(day), close]),
    )
    if (Object.keys(closes).length > 0) await write.prices(id, closes)
    for (const { day, numerator, denominator } of instrument.splits ?? [])
      await database.query('insert into split values ($1, $2, $3, $4)', [
        id,
        toIsoDate(day),
        String(numerator),
        String(denominator),
      ])
  }
  for (const { id: key, underlying, strike, right, contractSize, contractExpiration } of ledger.instruments)
    await database.query(
      `update instrument set contract_size = $2, contract_expiration = $3, underlying_id = $4, terms = $5 where id = $1`,
      [
        instruments.get(key),
        contractSize ?? 1,
        contractExpiration == null ? null : toIsoDate(contractExpiration),
        instruments.get(underlying ?? '') ?? null,
        JSON.stringify({ ...(strike == null ? {} : { strike }), ...(right ? { option_right: right } : {}) }),
      ],
    )
  await writeTransactions(database, familyId, ledger, accounts, instruments)
  return { familyId, accounts }
}

async function writeTransactions(
  database: TestDatabase,
  familyId: string,
  { transactions, instruments: known }: Ledger,
  accounts: Map<string, string>,
  instruments: Map<string, string>,
): Promise<void> {
  const links = new Map<string, string>()
  const findLink = (link: string) => {
    const id = links.get(link) ?? randomUUID()
    links.set(link, id)
    return id
  }
  const ids = new Map(transactions.map(({ id }) => [id, randomUUID()]))
  const rows = transactions.map(one => ({
    id: ids.get(one.id),
    account_id: accounts.get(one.account),
    transaction_type: one.type,
    date: toIsoDate(one.day),
    time_of_day: one.timeMs === undefined ? null : formatTime(one.timeMs),
    sequence: one.sequence ?? 0,
    ex_date: one.exDay === undefined ? null : toIsoDate(one.exDay),
    instrument_id: instruments.get(one.instrument ?? '') ?? null,
    quantity: text(one.quantity),
    price: text(one.price),
    amount: text(one.amount),
    currency: one.currency ?? known.find(({ id }) => id === one.instrument)?.currency,
    net: text(one.net),
    rate: text(one.rate),
    fees: text(one.fees) ?? '0',
    taxes: text(one.taxes) ?? '0',
    accrued: text(one.accrued),
    counter_currency: one.counterCurrency ?? null,
    counter_amount: text(one.counterAmount),
    link: one.link === undefined ? null : findLink(one.link),
    lots: one.lots?.map(({ day, quantity, cost }) => ({
      date: toIsoDate(day),
      quantity: text(quantity),
      cost: text(cost),
    })),
    takes: one.takes?.map(take => ({
      transaction: ids.get(take.transaction),
      quantity: text(take.quantity),
    })),
    numerator: text(one.numerator),
    denominator: text(one.denominator),
    basis_share: text(one.basisShare),
  }))
  await database.query(
    `insert into transaction (family_id, id, root_id, account_id, transaction_type, date, time_of_day, sequence, ex_date,
       instrument_id, quantity, price, amount, currency, net, rate, fees, taxes, accrued, counter_currency,
       counter_amount, link, lots, takes, numerator, denominator, basis_share, source)
     select $1, id, id, account_id, transaction_type, date, time_of_day, sequence, ex_date, instrument_id, quantity, price,
       amount, currency, net, rate, fees, taxes, accrued, counter_currency, counter_amount, link, lots, takes, numerator,
       denominator, basis_share, 'manual'
     from jsonb_populate_recordset(null::transaction, $2::jsonb)`,
    [familyId, JSON.stringify(rows)],
  )
  await database.query('select bump_family_version($1)', [familyId])
}

function formatTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(11, 19)
}
