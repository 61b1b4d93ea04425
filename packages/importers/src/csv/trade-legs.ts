import type { DraftInput } from '../draft.ts'
import { RowProblem } from '../problem.ts'
import type { Place } from '../row-outcomes.ts'
import { wholeCurrency } from '../text/currency.ts'
import { isNegative, isZero, minus, negated, plus } from '../text/decimal.ts'
import type { Effect } from './preset.ts'
import { type Row, readExtraFees, readInstrument, settlementCurrency } from './row.ts'

/** One row of a trade that a file writes in several: the money, the asset, or a fee in either. */
export interface TradeLeg {
  readonly place: Place
  readonly row: Row
  readonly effect: Effect
  /** Rows with the same event are one trade: the reference, or the moment. */
  readonly event: string
  readonly isMoney: boolean
  /** Currency or asset. */
  readonly subject: string
  /** What the balance changes by, costs included. */
  readonly change: string
  readonly fees: string
}

export function readTradeLeg(place: Place, row: Row, effect: Effect): TradeLeg {
  const { date, time } = row.moment()
  const isMoney = effect.isCashOnly === true
  const amount = isMoney ? (row.number('amount') ?? row.number('quantity')) : row.number('quantity')
  if (amount === null) throw new RowProblem(isMoney ? 'no_amount' : 'no_quantity')
  const currency = isMoney ? settlementCurrency(row) : null
  if (isMoney && currency === null) throw new RowProblem('no_currency', { field: 'currency' })
  const instrument = isMoney ? null : readInstrument(row, effect)
  if (!isMoney && !instrument) throw new RowProblem('no_instrument')
  const fees = row.style.costsAreExtra ? readExtraFees(row) : '0'
  return {
    place,
    row,
    effect,
    event: row.fields.reference ?? `${date} ${time}`,
    isMoney,
    subject: currency ?? instrument?.symbol ?? '',
    change: minus(amount, fees),
    fees,
  }
}

const sum = (legs: readonly TradeLeg[]) => legs.reduce((total, { change }) => plus(total, change), '0')

/**
 * Drafts the trade of a group of rows: one asset for money of one currency, in parts or not. Null for anything else,
 * because a trade of one asset for another does not say what either is worth.
 */
export function draftTrade(
  legs: readonly TradeLeg[],
): { part: string; place: Place; row: Row; draft: DraftInput } | null {
  const money = legs.filter(leg => leg.isMoney)
  const assets = legs.filter(leg => !leg.isMoney)
  const [paid, asset] = [money[0], assets[0]]
  if (!paid || !asset) return null
  if (money.some(leg => leg.subject !== paid.subject) || assets.some(leg => leg.subject !== asset.subject))
    return null
  const quantity = sum(assets)
  const cash = sum(money)
  if (isZero(quantity) || isNegative(quantity) === isNegative(cash)) return null
  const currency = wholeCurrency(paid.subject)
  const instrument = readInstrument(asset.row, asset.effect)
  return {
    part: '',
    place: asset.place,
    row: asset.row,
    draft: {
      ...asset.row.moment(),
      type: 'trade',
      side: isNegative(quantity) ? 'sell' : 'buy',
      instrument: instrument && { ...instrument, currency },
      quantity,
      currency,
      net: isNegative(cash) ? negated(cash) : cash,
      fees: money.reduce((total, { fees }) => plus(total, fees), '0'),
      note: asset.row.fields.note ?? null,
      reference: asset.row.fields.reference ?? null,
    },
  }
}
