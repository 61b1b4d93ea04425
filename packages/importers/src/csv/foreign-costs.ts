import type { DraftInput } from '../draft.ts'
import { wholeCurrency } from '../text/currency.ts'
import { isZero, magnitude, plus, strictDecimal } from '../text/decimal.ts'
import type { Row } from './row.ts'

/** Rates are printed with four digits or more, and amounts with two. */
const isClose = (a: number, b: number): boolean => Math.abs(a - b) <= 0.02 + Math.abs(b) * 0.0003

/**
 * Costs and taxes of a security in another currency are in that of the security where only this leads to the amount that
 * settled, at the rate of the row. Elsewhere they stay what they are.
 */
export function inSettlementCurrency(draft: DraftInput, row: Row): DraftInput {
  const [rate, gross] = [row.number('fx_rate'), statedGross(draft, row)]
  const quoted = row.currency('price_currency')
  const { currency, net, instrument, fees = '0', taxes = '0' } = draft
  const costs = Number(plus(fees, taxes))
  if (rate === null || gross === null || net == null || !instrument || !currency || costs === 0) return draft
  if (quoted === null || wholeCurrency(quoted) === currency || isZero(rate)) return draft
  const isBuy = draft.side === 'buy'
  const settled = Number(magnitude(net))
  for (const factor of [Number(rate), 1 / Number(rate)]) {
    if (isClose(isBuy ? gross * factor + costs : gross * factor - costs, settled)) return draft
    if (!isClose((isBuy ? gross + costs : gross - costs) * factor, settled)) continue
    const convert = (cost: string) => strictDecimal((Number(cost) * factor).toFixed(2), 'fees')
    const isIncome = draft.quantity == null
    return {
      ...draft,
      fees: isZero(fees) ? fees : convert(fees),
      taxes: isZero(taxes) ? taxes : convert(taxes),
      ...(isIncome
        ? { amount: magnitude(row.number('gross') ?? '0'), instrument: { ...instrument, currency: quoted } }
        : {}),
    }
  }
  return draft
}

/** The value in the currency of the security, before costs. */
function statedGross({ quantity, price, instrument }: DraftInput, row: Row): number | null {
  const stated = row.number('gross')
  if (stated !== null) return Math.abs(Number(stated))
  if (quantity == null || price == null) return null
  return Math.abs(Number(quantity) * Number(price)) * Number(instrument?.contractSize ?? 1)
}
