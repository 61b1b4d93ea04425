import { CONTRACT_TYPES, type PositionRow, parseDay, positionRows, toIsoDate } from '@plumbline/engine'
import { cashName } from '../../figures/position-rows.ts'
import type { Portfolio } from '../../queries/query.ts'
import { queryEngine, readScope } from '../../queries/query-scope.ts'
import type { NearTransaction } from './causes/difference.ts'
import type { LedgerLine } from './compare-statement.ts'

interface Place {
  account: string
  currency: string
  date: string
}

/** The holdings and balances of an account at the close of a day. */
export function listLedgerLines(
  portfolio: Portfolio,
  place: Place,
  near: readonly NearTransaction[],
): LedgerLine[] {
  const lastDay = toIsoDate(portfolio.snapshot.lastDay)
  // Prices end with the snapshot; what was posted between them and the statement counts all the same.
  const later = near.filter(each => each.date > lastDay && each.date <= place.date)
  return later.reduce(
    (lines, each) => addTransaction(portfolio, lines, each),
    listLines(portfolio, place, near),
  )
}

function listLines(
  portfolio: Portfolio,
  { account, currency, date }: Place,
  near: readonly NearTransaction[],
): LedgerLine[] {
  const period = { name: null, start_date: null, end_date: date }
  const settings = { period, currency }
  const scope = readScope(portfolio, { settings, filters: { filter_account: [account] } })
  if (scope.firstTransaction === null || scope.firstTransaction > parseDay(date)) return []
  const whole = queryEngine(portfolio, scope)
  const isIn = (position: number) => whole.isIn[position] === 1
  const held = positionRows(portfolio.snapshot, whole.views, isIn, whole.period, 'open')
  const cash = positionRows(portfolio.snapshot, whole.views, isIn, whole.period, 'cash')
  const unsettled = near.filter(each => each.date <= date && (each.settleDate ?? '') > date)
  return [...held, ...cash].map(row => toLedgerLine(portfolio, row, unsettled))
}

function toLedgerLine(
  portfolio: Portfolio,
  row: PositionRow,
  unsettled: readonly NearTransaction[],
): LedgerLine {
  const { snapshot, metadata } = portfolio
  const instrument = snapshot.instruments[snapshot.positions.instrument[row.index] ?? -1]
  const { currency } = row.original
  return {
    instrument: instrument?.id ?? null,
    positionId: row.key,
    name: instrument?.name ?? cashName(portfolio, currency),
    isin: instrument?.isin ?? null,
    symbol: metadata.symbols.get(instrument?.id ?? '') ?? null,
    currency,
    quantity: row.side === 'short' ? -row.quantity : row.quantity,
    price: instrument ? row.original.priceCurrent : null,
    ownValue: row.original.value,
    value: row.calculated.value,
    accrued: row.original.accrued,
    cost: instrument ? row.original.cost : null,
    contractSize: row.contractSize,
    isContract: CONTRACT_TYPES.has(instrument?.type ?? ''),
    unsettled: unsettled.reduce((sum, each) => sum + moved(each, instrument?.id ?? null, currency), 0),
  }
}

/** What a transaction moves on a line: units of an instrument, or cash of a currency. */
function moved(transaction: NearTransaction, instrument: string | null, currency: string): number {
  if (instrument === null) return transaction.cash[currency] ?? 0
  return transaction.instrument === instrument ? transaction.units : 0
}

function addTransaction(
  portfolio: Portfolio,
  lines: LedgerLine[],
  transaction: NearTransaction,
): LedgerLine[] {
  const changed = lines.map((line): LedgerLine => {
    const change = moved(transaction, line.instrument, line.currency)
    if (change === 0) return line
    const quantity = line.quantity + change
    const scale = line.quantity === 0 ? Number.NaN : quantity / line.quantity
    const scaled = (value: number | null) =>
      value === null || !Number.isFinite(scale) ? null : value * scale
    return {
      ...line,
      quantity,
      value: scaled(line.value),
      ownValue: scaled(line.ownValue),
      accrued: scaled(line.accrued) ?? 0,
    }
  })
  return [...changed, ...newLines(portfolio, lines, transaction)]
}

function newLines(
  portfolio: Portfolio,
  lines: readonly LedgerLine[],
  { instrument: id, units, cash, account, row }: NearTransaction,
): LedgerLine[] {
  const { snapshot, metadata } = portfolio
  const blank = {
    isin: null,
    symbol: null,
    price: null,
    value: null,
    accrued: 0,
    cost: null,
    contractSize: 1,
    unsettled: 0,
  }
  const balances = Object.entries(cash)
    .filter(([currency]) => !lines.some(line => line.instrument === null && line.currency === currency))
    .map(([currency, quantity]): LedgerLine => {
      const positionId = `cash.${account}.${currency}`
      const name = cashName(portfolio, currency)
      return { ...blank, instrument: null, positionId, name, currency, quantity, ownValue: quantity }
    })
  const instrument = snapshot.instruments.find(each => each.id === id)
  if (!instrument || units === 0 || lines.some(line => line.instrument === id)) return balances
  const holding: LedgerLine = {
    ...blank,
    instrument: instrument.id,
    positionId: row.id,
    name: instrument.name,
    isin: instrument.isin ?? null,
    symbol: metadata.symbols.get(instrument.id) ?? null,
    currency: instrument.currency,
    quantity: units,
    ownValue: null,
    contractSize: instrument.contractSize ?? 1,
  }
  return [holding, ...balances]
}
