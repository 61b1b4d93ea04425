import { CONTRACT_TYPES } from '@plumbline/engine'
import type { DraftInput } from '../draft.ts'
import { wholeCurrency } from '../text/currency.ts'
import { isNegative, isZero, magnitude, minus, plus, strictDecimal, times } from '../text/decimal.ts'
import type { Row } from './row.ts'

/** A draft, and the part of the row it comes from: empty for the row itself. */
export interface RowDraft {
  readonly part: string
  readonly draft: DraftInput
  /** The draft that gives the key, where the key may not depend on what is derived. */
  readonly keyed?: DraftInput
}

/** An amount of a hundredth of quantity times price belongs to a bond, whose price is a percentage of its nominal. */
export function asBondIfInPercent(draft: DraftInput, stated: string | null): DraftInput {
  const { instrument, price, quantity } = draft
  if (!instrument) return draft
  const isQuotedSo = (): boolean => {
    if (instrument.type !== null || stated === null || !price || !quantity || !sameMoney(draft)) return false
    // Prices in pence are a hundredth of their amount too.
    if (instrument.currency !== null && wholeCurrency(instrument.currency) !== instrument.currency)
      return false
    const share = Number(magnitude(stated)) / (Number(price) * Number(magnitude(quantity)))
    return share > 0.009 && share < 0.0115
  }
  if (instrument.type !== 'bond' && !isQuotedSo()) return draft
  return { ...draft, instrument: { ...instrument, type: 'bond', contractSize: '0.01' } }
}

/** Settles a trade. Its amount is gross or net of costs, whichever fits quantity times price. */
export function settle(row: Row, draft: DraftInput, stated: string | null): RowDraft {
  const { style, fields } = row
  const isGrossColumn = fields.net === undefined && fields.amount === undefined && fields.gross !== undefined
  const statedAs = isGrossColumn ? 'gross' : style.tradeAmountIs
  const price = draft.price ?? null
  const quantity = magnitude(draft.quantity ?? '0')
  // Contracts move their costs alone, and prices of bonds are in percent: both follow from the price.
  if (stated === null || CONTRACT_TYPES.has(draft.instrument?.type ?? '')) return { part: '', draft }
  const amount = magnitude(stated)
  const fees = draft.fees ?? '0'
  const costs = plus(fees, draft.taxes ?? '0')
  const isBuy = draft.side === 'buy'
  const isSameCurrency = sameMoney(draft)
  if (price === null || !isSameCurrency)
    return {
      part: '',
      draft: { ...draft, net: statedAs === 'gross' ? withCosts(amount, costs, isBuy) : amount },
    }
  const gross = computeGross(quantity, draft)
  if (style.feesAreTheRest) return restAsFees(draft, amount, gross, isBuy)
  const kind = statedAs ?? fitting(amount, gross, plusAccrued(costs, draft), isBuy)
  const net = kind === 'gross' ? withCosts(plus(amount, draft.accrued ?? '0'), costs, isBuy) : amount
  return style.smallFeesAreTheRest
    ? smallRestAsFees({ ...draft, net }, gross)
    : { part: '', draft: { ...draft, net } }
}

export function sameMoney({ instrument, currency }: DraftInput): boolean {
  const quoted = instrument?.currency ?? null
  return quoted === null || currency === null || currency === undefined || wholeCurrency(quoted) === currency
}

/** Quantity times price in whole units of the currency: prices in pence are hundredths. */
function computeGross(quantity: string, { price, instrument }: DraftInput): string {
  const gross = times(quantity, price ?? '0')
  const isMinor = instrument?.currency != null && wholeCurrency(instrument.currency) !== instrument.currency
  return isMinor || instrument?.type === 'bond' ? times(gross, '0.01') : gross
}

/** Accrued interest is paid with a purchase and received with a sale: beside the costs it moves the other way on a sale. */
function plusAccrued(costs: string, { accrued, side }: DraftInput): string {
  return side === 'buy' ? plus(costs, accrued ?? '0') : minus(costs, accrued ?? '0')
}

function withCosts(amount: string, costs: string, isBuy: boolean): string {
  return isBuy ? plus(amount, costs) : minus(amount, costs)
}

/** Whether an amount is closer to the gross value or to the value with costs. */
function fitting(amount: string, gross: string, costs: string, isBuy: boolean): 'net' | 'gross' {
  if (isZero(costs)) return 'net'
  const toGross = magnitude(minus(amount, gross))
  const toNet = magnitude(minus(amount, withCosts(gross, costs, isBuy)))
  return Number(toGross) < Number(toNet) ? 'gross' : 'net'
}

function restAsFees(draft: DraftInput, amount: string, gross: string, isBuy: boolean): RowDraft {
  const rest = isBuy ? minus(amount, gross) : minus(gross, amount)
  const isPlausible = !isNegative(rest) && Number(rest) <= Math.max(50, Number(gross) * 0.1)
  if (!isPlausible) return { part: '', draft: { ...draft, net: amount } }
  return { part: '', draft: { ...draft, net: amount, fees: plus(draft.fees ?? '0', rest) } }
}

/** More than that is not explained by regulatory fees. Less than a cent is rounding. */
const maxSmallFee = { share: 0.001, amount: 1 }

function smallRestAsFees(draft: DraftInput, gross: string): RowDraft {
  const rest = minus(gross, draft.net ?? '0')
  const isFee =
    draft.side === 'sell' &&
    Number(rest) > 0.01 &&
    Number(rest) <= Math.max(maxSmallFee.amount, Number(gross) * maxSmallFee.share)
  if (!isFee) return { part: '', draft }
  const fees = plus(draft.fees ?? '0', strictDecimal(Number(rest).toFixed(2), 'fees'))
  return { part: '', draft: { ...draft, fees }, keyed: draft }
}
