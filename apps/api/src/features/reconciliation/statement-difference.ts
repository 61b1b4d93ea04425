import {
  crossRate,
  type Instrument,
  maturityDay,
  parseDay,
  splitFactorFrom,
  toIsoDate,
} from '@plumbline/engine'
import type { Portfolio } from '../../queries/query.ts'
import type { TransactionRow } from '../../snapshots/facts.store.ts'
import {
  type Difference,
  type DifferenceInstrument,
  type DifferenceLine,
  daysBetween,
  type ExpectedIncome,
  isSameQuantity,
  type NearTransaction,
  type UnknownHolding,
} from './causes/difference.ts'
import { readNearTransactions } from './causes/near-transactions.ts'
import { type ComparedLine, isCash, type StatedLine, statedKey } from './compare-statement.ts'

/** A security of the family or the platform that the ledger need not hold. */
export interface KnownInstrument {
  id: string
  instrument_type: string
  contract_size: number
  currency: string
}

interface DifferenceInput {
  account: string
  date: string
  /** The day of the statement before, which stays as it is. */
  previous: string | null
  lines: readonly ComparedLine[]
  statesHoldings: boolean
  transactions: readonly NearTransaction[]
  /** By the key of the line. */
  known: Readonly<Record<string, KnownInstrument>>
}

/** Transactions of this many days before a statement may be posted twice or wrongly. */
const recentDays = 45
/** A payment that falls within these days of the calendar may be the one that is missing. */
const incomeDays = 12

/** What causes are derived from, read from the snapshot. */
export function readDifference(portfolio: Portfolio, input: DifferenceInput): Difference {
  const { account, date, previous, lines, statesHoldings, transactions } = input
  const day = Math.min(parseDay(date), portfolio.snapshot.lastDay)
  const first = toIsoDate(day - recentDays)
  const earliest = previous === null || previous < first ? first : toIsoDate(parseDay(previous) + 1)
  const compared = lines.map(line => toDifferenceLine(portfolio, line, { ...input, earliest }))
  return {
    account,
    date,
    earliest,
    value: lines.reduce((sum, line) => sum + Math.abs(line.ledgerValue ?? 0), 0),
    statesHoldings,
    lines: compared.filter(line => line !== null),
    unknown: lines.flatMap(line => toUnknownHolding(line, input.known) ?? []),
    transactions: transactions.filter(each => each.date >= first),
    income: listIncome(portfolio, input),
    rate: (from, to) => convert(portfolio, from, to, day),
  }
}

export function nearTransactions(portfolio: Portfolio, rows: readonly TransactionRow[]): NearTransaction[] {
  const instruments = new Map(portfolio.snapshot.instruments.map(each => [each.id, each]))
  return readNearTransactions(rows, instruments, (from, to, day) => convert(portfolio, from, to, day))
}

function convert({ snapshot }: Portfolio, from: string, to: string, day: number): number {
  const market = { pivot: snapshot.pivot, rates: snapshot.rates, prices: new Map() }
  return crossRate(market, from, to, day)
}

/** The holding of a line whose security is neither in the ledger nor known; null for any other line. */
export function findUnknown(
  { ledger, stated }: Pick<ComparedLine, 'ledger' | 'stated'>,
  known: DifferenceInput['known'],
): StatedLine | null {
  const isUnknown =
    ledger === null && stated !== null && !isCash(stated) && known[statedKey(stated)] === undefined
  return isUnknown && stated.quantity !== 0 ? stated : null
}

function toUnknownHolding(line: ComparedLine, known: DifferenceInput['known']): UnknownHolding | null {
  const stated = findUnknown(line, known)
  if (!stated) return null
  const { name, currency, quantity, price, value, valueCurrency, details } = stated
  const worth = (price ?? Number.NaN) * quantity
  // It may be a bond, which is quoted in percent.
  const sizes = details?.contractSize == null ? [1, 0.01] : [Number(details.contractSize)]
  const values =
    value !== null && valueCurrency === currency
      ? [value]
      : sizes.flatMap(size => (Number.isFinite(worth) ? [worth * size] : []))
  return { key: line.key, name: name ?? line.key, currency, quantity, values }
}

/** Null for lines that no transaction can explain: their instrument is unknown. */
function toDifferenceLine(
  portfolio: Portfolio,
  { key, ledger, stated }: ComparedLine,
  input: DifferenceInput & { earliest: string },
): DifferenceLine | null {
  const { known } = input
  const common = {
    key,
    name: ledger?.name ?? stated?.name ?? '',
    currency: ledger?.currency ?? stated?.currency ?? '',
    ledgerQuantity: ledger?.quantity ?? 0,
    statedQuantity: stated?.quantity ?? 0,
    ledgerPrice: ledger?.price ?? null,
    statedPrice: stated?.price ?? null,
    unitValue: null,
    unitCost: null,
    ledgerValue: ledger === null ? 0 : ledger.ownValue,
    statedValue:
      stated && stated.valueCurrency === (ledger?.currency ?? stated.currency) ? stated.value : null,
    accruedPerUnit: 0,
  }
  if (ledger ? ledger.instrument === null : stated !== null && isCash(stated))
    return { ...common, instrument: null }
  const found = ledger?.instrument ?? (stated ? known[statedKey(stated)]?.id : undefined)
  if (found === undefined) return null
  const instrument = readInstrument(portfolio, found, input)
  if (!instrument) return null
  const price = common.ledgerPrice ?? instrument.closes.at(-1)?.price ?? common.statedPrice
  const perUnit = (value: number) => (ledger && ledger.quantity !== 0 ? value / ledger.quantity : Number.NaN)
  const own = ledger?.ownValue == null ? Number.NaN : perUnit(ledger.ownValue - ledger.accrued)
  return {
    ...common,
    instrument,
    ledgerPrice: common.ledgerPrice ?? instrument.closes.at(-1)?.price ?? null,
    unitValue: Number.isFinite(own) ? own : price === null ? null : price * instrument.contractSize,
    unitCost: ledger && ledger.cost !== null ? finite(perUnit(ledger.cost)) : null,
    accruedPerUnit: ledger && ledger.quantity !== 0 ? ledger.accrued / ledger.quantity : 0,
  }
}

const finite = (value: number) => (Number.isFinite(value) ? value : null)

function readInstrument(
  portfolio: Portfolio,
  id: string,
  input: DifferenceInput & { earliest: string },
): DifferenceInstrument | null {
  const { date, earliest, known } = input
  const { snapshot } = portfolio
  const place = snapshot.instruments.findIndex(each => each.id === id)
  const instrument = snapshot.instruments[place]
  if (!instrument) {
    const other = Object.values(known).find(each => each.id === id)
    if (!other) return null
    const { instrument_type: type, contract_size: contractSize } = other
    return {
      id,
      type,
      contractSize,
      maturity: null,
      closes: [],
      splits: [],
      settlement: findSettlement(portfolio, id, input),
    }
  }
  const maturity = maturityDay(instrument)
  return {
    id,
    type: instrument.type,
    contractSize: instrument.contractSize ?? 1,
    maturity: maturity == null ? null : toIsoDate(maturity),
    closes: listCloses(snapshot.prices[place], parseDay(earliest) - 1, parseDay(date)),
    splits: listSplits(instrument, parseDay(earliest), parseDay(date)),
    settlement: findSettlement(portfolio, id, input),
  }
}

/** Posted margin comes before derived margin, which only futures have. */
function findSettlement(
  { snapshot }: Portfolio,
  instrument: string,
  { account, transactions }: DifferenceInput,
): DifferenceInstrument['settlement'] {
  if (transactions.some(each => isMargin(each, account, instrument))) return 'posted'
  const isFuture = snapshot.instruments.find(({ id }) => id === instrument)?.type === 'future'
  const isDerived = snapshot.accounts.find(({ id }) => id === account)?.variationMargin === 'derived'
  return isFuture && isDerived ? 'daily' : 'closing'
}

function isMargin({ account, instrument, row }: NearTransaction, ofAccount: string, of: string): boolean {
  return account === ofAccount && instrument === of && row.transaction_type === 'variation_margin'
}

type Prices = Portfolio['snapshot']['prices'][number]

function listCloses(prices: Prices | undefined, from: number, to: number) {
  if (!prices) return []
  const column = prices.quoted ?? prices.values
  return [...prices.quoteDays]
    .filter(day => day >= from && day <= to)
    .map(day => ({ date: toIsoDate(day), price: column[day - prices.firstDay] ?? Number.NaN }))
    .filter(({ price }) => Number.isFinite(price))
}

function listSplits(instrument: Instrument, from: number, to: number) {
  return (instrument.splits ?? [])
    .filter(({ day }) => day >= from && day <= to)
    .map(split => ({ date: toIsoDate(split.day), ratio: splitFactorFrom([split], split.day) }))
}

/** Payments that are announced and not posted, or that came a year, half a year or a quarter ago. */
function listIncome(portfolio: Portfolio, input: DifferenceInput): ExpectedIncome[] {
  const { account, date, lines, transactions } = input
  const held = new Map(
    lines.flatMap(({ ledger }) =>
      ledger?.instrument ? [[ledger.instrument, { quantity: ledger.quantity, name: ledger.name }]] : [],
    ),
  )
  const paid = transactions.filter(
    each =>
      each.account === account && ['dividend', 'coupon', 'interest'].includes(each.row.transaction_type),
  )
  const isPosted = (instrument: string, day: string) =>
    paid.some(each => each.instrument === instrument && Math.abs(daysBetween(each.date, day)) <= incomeDays)
  const announced = portfolio.metadata.calendar.flatMap((event): ExpectedIncome[] => {
    const holding = held.get(event.instrument_id)
    const kind = event.event_type === 'coupon' ? 'coupon' : 'dividend'
    const isDue = event.date <= date && daysBetween(event.date, date) <= incomeDays
    if (!holding || event.amount === null || event.currency === null || !isDue) return []
    if (!['dividend', 'coupon'].includes(event.event_type) || isPosted(event.instrument_id, event.date))
      return []
    const units = event.per === null ? holding.quantity : 1
    const { instrument_id: instrument, currency } = event
    const amount = units * Number(event.amount)
    return [{ instrument, name: holding.name, kind, date: event.date, amount, currency, source: 'calendar' }]
  })
  return [...listClaims(portfolio, input), ...announced, ...listHabits(held, paid, date)]
}

/** Interest that fell due by the terms of a bond and was not posted. */
function listClaims({ snapshot }: Portfolio, { account, date }: DifferenceInput): ExpectedIncome[] {
  const { positions, accounts, instruments } = snapshot
  return snapshot.claims.flatMap((claim): ExpectedIncome[] => {
    const instrument = instruments[positions.instrument[claim.position] ?? -1]
    const isOwn = accounts[positions.account[claim.position] ?? -1]?.id === account
    const due = toIsoDate(claim.due)
    if (!instrument || !isOwn || claim.kind !== 'interest' || due > date) return []
    const { id, name, currency } = instrument
    return [
      { instrument: id, name, kind: 'coupon', date: due, amount: claim.amount, currency, source: 'calendar' },
    ]
  })
}

const habitMonths = [3, 6, 12]

function listHabits(
  held: ReadonlyMap<string, { quantity: number; name: string }>,
  paid: readonly NearTransaction[],
  date: string,
): ExpectedIncome[] {
  return paid.flatMap((each): ExpectedIncome[] => {
    const holding = held.get(each.instrument ?? '')
    const days = daysBetween(each.date, date)
    const isDue = habitMonths.some(months => Math.abs(days - months * 30.44) <= incomeDays)
    if (!holding || each.instrument === null || !isDue) return []
    return Object.entries(each.cash)
      .filter(([, amount]) => amount > 0 && !isSameQuantity(amount, 0))
      .map(([currency, amount]) => ({
        instrument: each.instrument ?? '',
        name: holding.name,
        kind: each.row.transaction_type === 'dividend' ? 'dividend' : 'coupon',
        date,
        amount,
        currency,
        source: 'habit',
      }))
  })
}
