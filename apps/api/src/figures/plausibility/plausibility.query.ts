import {
  crossRate,
  currencyUnit,
  type Day,
  findFirstTransaction,
  lastPrice,
  type PortfolioSnapshot,
  parseDay,
  positionsInScope,
  TRANSACTION_TYPE_RULES,
  type TransactionType,
  toIsoDate,
} from '@plumbline/engine'
import { defineQuery, type Portfolio } from '../../queries/query.ts'
import { netAssetValue, readScope } from '../../queries/query-scope.ts'
import type { TransactionRow } from '../../snapshots/facts.store.ts'
import { isUnusualPrice } from './unusual-price.ts'

/** What a person states in one entry, as the ledger would store it. */
export type StatedFacts = Pick<
  TransactionRow,
  | 'transaction_type'
  | 'date'
  | 'account_id'
  | 'instrument_id'
  | 'quantity'
  | 'price'
  | 'amount'
  | 'net'
  | 'currency'
  | 'fees'
  | 'taxes'
  | 'counter_currency'
  | 'counter_amount'
>

export interface EntryContext {
  /** The account; the family where the account has no transactions. */
  account: { name: string; firstDay: string | null }
  /** Null for an instrument that the snapshot does not have. */
  instrument: { name: string; currency: string; firstHeld: string | null; firstQuote: string | null } | null
  /** Set where the stated price is far from the last one. */
  unusualPrice: { stated: number; last: number } | null
  /** More than the entry can change the net asset value by, in the currency of the reply; null if unknown. */
  reach: number | null
}

export interface PlausibilityFacts {
  /** Today for the caller. */
  today: string
  currency: string
  nav: number | null
  entries: EntryContext[]
}

/** What entries are compared with: the net asset value, first days and last prices. */
export const plausibilityQuery = defineQuery(
  'plausibility',
  (portfolio, entries: StatedFacts[], filter): PlausibilityFacts => {
    const scope = readScope(portfolio, filter)
    const nav = netAssetValue(portfolio, scope)
    const { snapshot, metadata, view } = portfolio
    const places = new Map(snapshot.instruments.map(({ id }, index) => [id, index]))
    const firstDayIn = once((account: string) =>
      findFirstTransaction(snapshot, positionsInScope(snapshot, scope.mask, { accounts: [account] })),
    )
    const family = { name: view.family?.name ?? '', firstDay: isoOrNull(scope.firstTransaction) }
    const describePlace = (account: string): EntryContext['account'] => {
      const firstDay = isoOrNull(firstDayIn(account))
      return firstDay === null ? family : { name: metadata.accounts.get(account)?.name ?? '', firstDay }
    }
    const instrumentAt = once((index: number) => describeInstrument(portfolio, scope.mask, index))
    return {
      today: toIsoDate(view.today),
      currency: scope.currency,
      nav: Number.isFinite(nav) ? nav : null,
      entries: entries.map(facts => {
        const index = places.get(facts.instrument_id ?? '') ?? -1
        return {
          account: describePlace(facts.account_id),
          instrument: instrumentAt(index),
          unusualPrice: findUnusualPrice(snapshot, facts, index),
          reach: measureReach(portfolio, facts, index, scope.currency),
        }
      }),
    }
  },
)

/** Remembers results by argument: the entries of a write share accounts and instruments. */
function once<Key, Result>(compute: (key: Key) => Result): (key: Key) => Result {
  const known = new Map<Key, Result>()
  return key => {
    const result = known.has(key) ? (known.get(key) as Result) : compute(key)
    known.set(key, result)
    return result
  }
}

const isoOrNull = (day: Day | null): string | null => (day === null ? null : toIsoDate(day))

function describeInstrument({ snapshot, metadata }: Portfolio, mask: ReadonlySet<string>, index: number) {
  const instrument = snapshot.instruments[index]
  if (!instrument) return null
  const isIn = positionsInScope(snapshot, mask, {})
  const first = findFirstTransaction(
    snapshot,
    isIn.map((isInside, position) => (snapshot.positions.instrument[position] === index ? isInside : 0)),
  )
  // Prices of the market only: valuations of a manual asset are entries like the one in question.
  const quoteDay = metadata.priceSources.has(instrument.id) ? snapshot.prices[index]?.quoteDays[0] : undefined
  return {
    name: instrument.name,
    currency: currencyUnit(instrument.currency).currency,
    firstHeld: isoOrNull(first),
    firstQuote: isoOrNull(quoteDay ?? null),
  }
}

/** A forward states a rate, and its valuations a gain. */
const unpricedTypes: ReadonlySet<string> = new Set(['fx_forward'])

function findUnusualPrice(
  { instruments, prices }: PortfolioSnapshot,
  facts: StatedFacts,
  index: number,
): EntryContext['unusualPrice'] {
  const instrument = instruments[index]
  const { statedAs } = findRules(facts)
  if (!instrument || unpricedTypes.has(instrument.type)) return null
  if (statedAs !== 'trade' && statedAs !== 'valuation') return null
  // The ledger keeps what is quoted in pence in pence, and prices are in pounds.
  const { factor } = currencyUnit(instrument.currency)
  const inUnit = unitPrice(facts, Number(instrument.contractSize ?? 1))
  const stated = inUnit === null ? null : inUnit / factor
  const day = parseDay(facts.date)
  const last = lastPrice(prices[index], day, statedAs === 'trade')
  if (stated === null || last === null) return null
  const isOption = instrument.type === 'option'
  return isUnusualPrice(stated, day, last, { isOption }) ? { stated, last: last.price } : null
}

function findRules({ transaction_type: type }: StatedFacts) {
  // The routes have checked the type.
  return TRANSACTION_TYPE_RULES[type as TransactionType]
}

function unitPrice({ price, amount, quantity }: StatedFacts, contractSize: number): number | null {
  if (price !== null) return Number(price)
  const units = Math.abs(Number(quantity ?? 0)) * contractSize
  return amount === null || units === 0 ? null : Number(amount) / units
}

/** Entries that move money, or units at a price, without changing what others are worth. */
const bounded: ReadonlySet<string> = new Set(['trade', 'income', 'charge', 'cash', 'conversion'])

function measureReach(
  { snapshot, view }: Portfolio,
  facts: StatedFacts,
  index: number,
  currency: string,
): number | null {
  const instrument = snapshot.instruments[index]
  if (!bounded.has(findRules(facts).statedAs)) return null
  if (facts.instrument_id !== null && !instrument) return null
  const market = { pivot: snapshot.pivot, rates: snapshot.rates, prices: new Map() }
  const convert = (amount: number, from: string) =>
    amount === 0 ? 0 : Math.abs(amount) * crossRate(market, from, currency, view.asOf)
  const own = instrument ? currencyUnit(instrument.currency).currency : facts.currency
  const held = Number(facts.quantity ?? 0) * Number(instrument?.contractSize ?? 1)
  const price = held === 0 ? 0 : (lastPrice(snapshot.prices[index], view.asOf, true)?.price ?? Number.NaN)
  const reach =
    convert(Number(facts.amount ?? 0), own) +
    convert(Number(facts.net ?? 0), facts.currency) +
    convert(Number(facts.fees), facts.currency) +
    convert(Number(facts.taxes), facts.currency) +
    convert(Number(facts.counter_amount ?? 0), facts.counter_currency ?? facts.currency) +
    convert(held * price, own)
  return Number.isFinite(reach) ? reach : null
}
