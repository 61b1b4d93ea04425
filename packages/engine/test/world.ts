import {
  type Account,
  type AssumedPrice,
  assumeRates,
  buildSnapshot,
  type CurrencyViews,
  type Filter,
  type Instrument,
  type Market,
  openCurrencyViews,
  type PortfolioSnapshot,
  type PositionList,
  type PositionRow,
  parseDay,
  positionRows,
  priceSeries,
  type Query,
  type QueryResult,
  rateSeries,
  runQuery,
  type Transaction,
} from '../src/index.ts'

/** A transaction as tests write it: ids and accounts are filled in, days are ISO dates. */
export type Draft = Omit<Transaction, 'id' | 'account' | 'day' | 'exDay'> & {
  readonly id?: string
  readonly account?: string
  readonly on: string
  readonly exOn?: string
}

type Extra = Partial<Omit<Draft, 'on' | 'type'>>
export type DatedValue = readonly [on: string, value: number]

export const buy = (on: string, quantity: number, extra: Extra = {}): Draft => ({
  instrument: 'X',
  ...extra,
  on,
  type: 'trade',
  quantity,
})
export const sell = (on: string, quantity: number, extra: Extra = {}): Draft => ({
  instrument: 'X',
  ...extra,
  on,
  type: 'trade',
  quantity: -quantity,
})
export const dividend = (on: string, extra: Extra): Draft => ({
  instrument: 'X',
  ...extra,
  on,
  type: 'dividend',
})
export const interest = (on: string, extra: Extra): Draft => ({
  currency: 'EUR',
  ...extra,
  on,
  type: 'interest',
})
export const deposit = (on: string, amount: number, extra: Extra = {}): Draft => ({
  currency: 'EUR',
  ...extra,
  on,
  type: 'deposit',
  amount,
})
export const withdrawal = (on: string, amount: number, extra: Extra = {}): Draft => ({
  currency: 'EUR',
  ...extra,
  on,
  type: 'withdrawal',
  amount,
})
export const custodyFee = (on: string, amount: number, extra: Extra = {}): Draft => ({
  currency: 'EUR',
  ...extra,
  on,
  type: 'fees_cash',
  amount,
})
export const tax = (on: string, amount: number, extra: Extra = {}): Draft => ({
  currency: 'EUR',
  ...extra,
  on,
  type: 'tax',
  amount,
})
export const deliverIn = (on: string, quantity: number, extra: Extra = {}): Draft => ({
  instrument: 'X',
  ...extra,
  on,
  type: 'transfer_in',
  quantity,
})
export const deliverOut = (on: string, quantity: number, extra: Extra = {}): Draft => ({
  instrument: 'X',
  ...extra,
  on,
  type: 'transfer_out',
  quantity: -quantity,
})
export const convert = (
  on: string,
  paid: number,
  currency: string,
  counterAmount: number,
  counterCurrency: string,
  extra: Extra = {},
): Draft => ({ ...extra, on, type: 'fx', net: paid, currency, counterAmount, counterCurrency })

let moves = 0
/** A transfer between two accounts: its two sides. */
export function transfer(on: string, quantity: number, from: string, to: string, extra: Extra = {}): Draft[] {
  moves += 1
  const common = { instrument: 'X', ...extra, on, link: `move ${moves}` }
  return [
    { ...common, type: 'transfer_out', account: from, quantity: -quantity },
    { ...common, type: 'transfer_in', account: to, quantity },
  ]
}

export interface WorldSpec {
  readonly transactions: readonly Draft[]
  readonly asOf: string
  /** Default: one instrument X, an equity in `currency`. */
  readonly instruments?: readonly (Partial<Instrument> & { readonly id: string })[]
  readonly accounts?: readonly (Partial<Account> & { readonly id: string })[]
  /** Default currency of instruments and queries. Default EUR. */
  readonly currency?: string
  readonly prices?: Readonly<Record<string, readonly DatedValue[]>>
  /** Per currency, the value of one unit in the pivot currency. */
  readonly rates?: Readonly<Record<string, readonly DatedValue[]>>
  readonly pivot?: string
  readonly valuations?: boolean
  /** Assumed closes of instruments and factors on rates, on the last day. */
  readonly assumed?: {
    readonly prices?: Readonly<Record<string, readonly AssumedPrice[]>>
    readonly rates?: Readonly<Record<string, number>>
  }
}

export interface WorldQuery {
  readonly from?: string
  readonly to?: string
  readonly currency?: string
  readonly filter?: Filter
  readonly groupBy?: NonNullable<Query['groupBy']>
  readonly feesBy?: NonNullable<Query['feesBy']>
}

/** A small ledger and market to query. `from` is the first day of the period: the close before it opens the period. */
export interface World {
  readonly snapshot: PortfolioSnapshot
  views(currency?: string): CurrencyViews
  runQuery(query?: WorldQuery): QueryResult
  rows(list: PositionList, query?: WorldQuery): PositionRow[]
  row(list: PositionList, query?: WorldQuery): PositionRow
}

const quotes = (values: readonly DatedValue[]) => values.map(([on, value]) => [parseDay(on), value] as const)

/** The accounts of the specification and those that only transactions name. */
function listAccounts(spec: WorldSpec): Account[] {
  const named = new Set(['main', ...spec.transactions.map(posting => posting.account ?? 'main')])
  const described = spec.accounts ?? []
  for (const account of described) named.delete(account.id)
  return [...described, ...[...named].map(id => ({ id }))].map(account => ({ custodian: 'bank', ...account }))
}

/** The quotes and rates of a world, carried forward. */
export function buildMarket(spec: WorldSpec): Market {
  const lastDay = parseDay(spec.asOf)
  const instruments = new Map((spec.instruments ?? []).map(instrument => [instrument.id, instrument]))
  return {
    pivot: spec.pivot ?? spec.currency ?? 'EUR',
    prices: new Map(
      Object.entries(spec.prices ?? {}).map(([id, values]) => [
        id,
        priceSeries(quotes(values), lastDay, { splits: instruments.get(id)?.splits ?? [] }),
      ]),
    ),
    rates: new Map(
      Object.entries(spec.rates ?? {}).map(([currency, values]) => [
        currency,
        rateSeries(quotes(values), lastDay),
      ]),
    ),
  }
}

/** Builds the snapshot of a world. */
export function world(spec: WorldSpec): World {
  const currency = spec.currency ?? 'EUR'
  const instruments = (spec.instruments ?? [{ id: 'X' }]).map(
    (instrument): Instrument => ({ name: instrument.id, type: 'equity', currency, ...instrument }),
  )
  const transactions = spec.transactions.map(
    ({ on, exOn, ...draft }, index): Transaction => ({
      id: `t${String(index).padStart(4, '0')}`,
      account: 'main',
      ...draft,
      day: parseDay(on),
      ...(exOn === undefined ? {} : { exDay: parseDay(exOn) }),
    }),
  )
  const lastDay = parseDay(spec.asOf)
  const snapshot = buildSnapshot(
    { accounts: listAccounts(spec), instruments, transactions },
    {
      ...assumeRates(buildMarket(spec), new Map(Object.entries(spec.assumed?.rates ?? {})), lastDay),
      assumed: new Map(Object.entries(spec.assumed?.prices ?? {})),
    },
    lastDay,
  )
  const views = (target = currency) => openCurrencyViews(snapshot, target)
  const toQuery = (query: WorldQuery): Query => ({
    period: {
      from: query.from === undefined ? snapshot.firstDay + 1 : parseDay(query.from),
      to: parseDay(query.to ?? spec.asOf),
    },
    mask: null,
    ...(query.filter === undefined ? {} : { filter: query.filter }),
    groupBy: query.groupBy ?? null,
    feesBy: query.feesBy ?? null,
  })
  const result = (query: WorldQuery = {}) => runQuery(snapshot, views(query.currency), toQuery(query))
  const rows = (list: PositionList, query: WorldQuery = {}) => {
    const { isIn, period, views: queried } = result(query)
    return positionRows(snapshot, queried, position => isIn[position] === 1, period, list)
  }
  return {
    snapshot,
    views,
    runQuery: result,
    rows,
    row: (list, query) => {
      const found = rows(list, query)
      const [first] = found
      if (!first || found.length !== 1)
        throw new Error(`expected one ${list} position, found ${found.length}`)
      return first
    },
  }
}

/** Securities without cash: trades are flows of this scope. */
export const SECURITIES: Filter = { instrumentTypes: ['equity', 'bond', 'option', 'etf', 'fund'] }
