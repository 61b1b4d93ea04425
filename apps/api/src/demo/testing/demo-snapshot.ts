import type { QuoteColumn, World } from '@plumbline/demo-world'
import { pivotCurrency } from '@plumbline/demo-world'
import {
  buildSnapshot,
  type Day,
  type Instrument,
  type Ledger,
  type Market,
  type PortfolioSnapshot,
  parseDay,
  priceSeries,
  rateSeries,
  type Transaction,
} from '@plumbline/engine'

export function listQuotes(column: QuoteColumn): [Day, number][] {
  return column.days.map((day, index) => [day, column.values[index] ?? Number.NaN])
}

function findSplits(world: World, instrument: string) {
  return world.splits
    .filter(split => split.instrument === instrument)
    .map(({ date, numerator, denominator }) => ({ day: parseDay(date), numerator, denominator }))
}

/** The market of the demo world for the engine. */
export function engineMarket(world: World): Market {
  return {
    pivot: pivotCurrency,
    prices: new Map(
      world.prices.map(column => [
        column.of,
        priceSeries(listQuotes(column), world.asOf, { splits: findSplits(world, column.of) }),
      ]),
    ),
    rates: new Map(world.rates.map(column => [column.of, rateSeries(listQuotes(column), world.asOf)])),
  }
}

function toTransaction(transaction: World['transactions'][number]): Transaction {
  const { lots, ...rest } = transaction
  const fields = {
    ...rest,
    lots: lots?.map(({ date, quantity, cost }) => ({ day: parseDay(date), quantity, cost })) ?? null,
  }
  // Null fields of the demo world are absent in the engine; the other fields have the same names.
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null),
  ) as unknown as Transaction
}

/** The terms of an instrument as the server would read them from the database. */
function toTerms({ type, terms, coupons, expiration }: World['instruments'][number]): Partial<Instrument> {
  if (type === 'loan' && expiration !== null)
    return {
      coupons: {
        coupon: Number(terms.interest_rate),
        perYear: Number(terms.payments_per_year),
        dayCount: '30E/360',
        maturity: expiration,
      },
    }
  if (type === 'fx_forward') return { baseCurrency: String(terms.base_currency) }
  if (!coupons) return {}
  const { rate, perYear, maturity } = coupons
  return { coupons: { coupon: rate, perYear, dayCount: '30E/360', maturity } }
}

export function engineLedger(world: World, family: string): Ledger {
  return {
    accounts: world.accounts
      .filter(account => account.family === family)
      .map(account => ({
        id: account.key,
        custodian: account.custodian,
        cash: account.cash,
        lotMethod: account.lotMethod === 'specific' ? ('fifo' as const) : account.lotMethod,
        shortsAllowed: account.allowsShort,
      })),
    instruments: world.instruments.map(fact => ({
      id: fact.key,
      name: fact.name,
      type: fact.type,
      currency: fact.currency,
      country: fact.country,
      sector: fact.sector,
      contractSize: Number(fact.contractSize),
      contractExpiration: fact.expiration,
      splits: findSplits(world, fact.key),
      underlying: fact.underlying,
      ...toTerms(fact),
    })),
    transactions: world.transactions.filter(transaction => transaction.family === family).map(toTransaction),
  }
}

/** The snapshot of a family of the demo world. */
export function demoSnapshot(world: World, market: Market, family: string): PortfolioSnapshot {
  return buildSnapshot(engineLedger(world, family), market, world.asOf)
}
