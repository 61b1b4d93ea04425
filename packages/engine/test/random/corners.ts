import type { Transaction } from '../../src/index.ts'
import { addClosedAccount, addSameDayFlips, addSpecificLots, addUnevenTransfer } from './corner-accounts.ts'
import { addContractLots, addLateMargin, addNegativePrices } from './corner-contracts.ts'
import {
  addCorrection,
  addCouponParts,
  addEventTransfer,
  addLateIncome,
  addLateSpinOff,
  addUnpricedMerger,
} from './corner-events.ts'
import type { Corner } from './corner-names.ts'
import {
  addExtremeSizes,
  addManySplits,
  addMissingPrices,
  addMissingRates,
  addSplitTwice,
  addZeroPrices,
  addZeroQuotes,
} from './corner-prices.ts'
import { chance, type GeneratorContext } from './draws.ts'

/** The corner cases by name. Each adds its own instruments and transactions to an ordinary ledger. */
const BUILDERS: Readonly<
  Record<Exclude<Corner, 'long' | 'mixed-times'>, (context: GeneratorContext) => void>
> = {
  'closed-account': addClosedAccount,
  'contract-lots': addContractLots,
  correction: addCorrection,
  'coupon-parts': addCouponParts,
  'event-transfer': addEventTransfer,
  'extreme-sizes': addExtremeSizes,
  'late-income': addLateIncome,
  'late-margin': addLateMargin,
  'late-spin-off': addLateSpinOff,
  'many-splits': addManySplits,
  'missing-prices': addMissingPrices,
  'missing-rates': addMissingRates,
  'negative-prices': addNegativePrices,
  'same-day-flips': addSameDayFlips,
  'specific-lots': addSpecificLots,
  'split-twice': addSplitTwice,
  'uneven-transfer': addUnevenTransfer,
  'unpriced-merger': addUnpricedMerger,
  'zero-prices': addZeroPrices,
  'zero-quotes': addZeroQuotes,
}

/** Adds the corner cases of the recipe, before or after the ordinary transactions of a day. */
export function addCorners(context: GeneratorContext): void {
  const { corners = [], days } = context.recipe
  for (const corner of corners) {
    if (corner === 'mixed-times') continue
    if (corner === 'long') {
      if (days > 10_000) context.reached.add(corner)
      continue
    }
    context.clockMs = chance(context, 50) ? 0 : 20_000_000
    const before = context.transactions.length
    BUILDERS[corner](context)
    if (context.transactions.length > before) context.reached.add(corner)
  }
}

/** The transactions; with `mixed-times` those of some days have no time. */
export function dropTimes(context: GeneratorContext): Transaction[] {
  const { transactions, recipe, reached, draw } = context
  if (!recipe.corners?.includes('mixed-times') || !recipe.isTimed) return transactions
  const untimed = new Set(transactions.map(({ day }) => day).filter(() => draw(2) === 0))
  const result = transactions.map(transaction => {
    if (!untimed.has(transaction.day)) return transaction
    const { timeMs: _timeMs, ...rest } = transaction
    return rest
  })
  if (untimed.size > 0) reached.add('mixed-times')
  return result
}
