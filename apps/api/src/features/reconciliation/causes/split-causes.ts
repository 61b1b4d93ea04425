import { CONTRACT_TYPES } from '@plumbline/engine'
import { type Difference, type DifferenceLine, daysBetween, isSameQuantity } from './difference.ts'
import { addition, type Change, type Explanation, explain, reason } from './explanation.ts'

/** Ratios of splits are fractions of small numbers. */
const maxTerm = 20
/** The price before a split may have moved by this on the day of the split. */
const priceMove = 0.12

interface Ratio {
  numerator: number
  denominator: number
}

/** A split changes the quantity by a ratio, the price by its inverse and cash not at all. */
export function findSplitCauses(difference: Difference, line: DifferenceLine): Explanation[] {
  const { instrument, ledgerQuantity, statedQuantity } = line
  if (!instrument || ledgerQuantity === 0 || statedQuantity / ledgerQuantity <= 0) return []
  const quotient = statedQuantity / ledgerQuantity
  return [...findPostedSplits(difference, line, quotient), ...findMissingSplit(difference, line, quotient)]
}

/** Splits that were posted after the statement, or once too often. */
function findPostedSplits(difference: Difference, line: DifferenceLine, quotient: number): Explanation[] {
  const { account, date } = difference
  const own = difference.transactions.filter(
    each => each.account === account && each.instrument === line.instrument?.id && each.splitRatio !== null,
  )
  return own.flatMap((each): Explanation[] => {
    const ratio = each.splitRatio ?? 1
    const values = { date: each.date, type: 'split', days: daysBetween(date, each.date) }
    if (each.date > date && isSameQuantity(ratio, quotient))
      return [
        explain('late_transaction', [line.key], 0.2, {
          changes: [{ action: 'correct', row: each.row, facts: { date } }],
          reasons: [reason('late_transaction', values)],
        }),
      ]
    if (each.date <= date && isSameQuantity(1 / ratio, quotient))
      return [
        explain('extra_transaction', [line.key], 0.6, {
          changes: [{ action: 'void', row: each.row }],
          reasons: [reason('extra_transaction', values)],
        }),
      ]
    return []
  })
}

function findMissingSplit(difference: Difference, line: DifferenceLine, quotient: number): Explanation[] {
  const ratio = toRatio(quotient)
  const { instrument, ledgerPrice, statedPrice } = line
  if (!ratio || !instrument) return []
  const known = instrument.splits.find(each => isSameQuantity(each.ratio, quotient))
  // Few contracts are adjusted by more contracts; a trade is likelier.
  if (!known && CONTRACT_TYPES.has(instrument.type)) return []
  const drop = findDrop(difference, line, quotient)
  const isPriceInverse =
    ledgerPrice !== null && statedPrice !== null && isInverse(statedPrice, ledgerPrice, quotient)
  const evidence = [
    ...(known ? [reason('split_known', { date: known.date })] : []),
    ...(drop ? [reason('split_price_drop', drop)] : []),
    ...(isPriceInverse ? [reason('split_price_statement', { price: statedPrice, before: ledgerPrice })] : []),
  ]
  const day = known?.date ?? drop?.date ?? difference.date
  const date = day < difference.earliest || day > difference.date ? difference.date : day
  return [
    explain('split', [line.key], evidence.length > 0 ? 0.2 : splitCost(ratio), {
      changes: splitChanges(difference, line, { ratio, date, isPriceInverse: isPriceInverse && !drop }),
      reasons: [
        reason('split_ratio', { ...ratio, theirs: line.statedQuantity, ours: line.ledgerQuantity }),
        ...evidence,
      ],
    }),
  ]
}

/** Whether a price moved by the inverse of the ratio, and clearly more than markets move in a few days. */
function isInverse(after: number, before: number, quotient: number): boolean {
  const off = Math.abs(Math.log((after * quotient) / before))
  return off <= Math.min(priceMove, Math.abs(Math.log(quotient)) / 3)
}

/** Without any evidence of prices only usual ratios are likely, and even they are only one of several causes. */
function splitCost({ numerator, denominator }: Ratio): number {
  return Math.min(numerator, denominator) === 1 ? 2.6 : 3.6
}

/** The close that fell by the ratio from one quote to the next, without a split that was posted for it. */
function findDrop({ transactions }: Difference, { instrument }: DifferenceLine, quotient: number) {
  const closes = instrument?.closes ?? []
  const isPosted = (date: string) =>
    transactions.some(
      each =>
        each.instrument === instrument?.id &&
        each.splitRatio !== null &&
        Math.abs(daysBetween(each.date, date)) <= 4,
    )
  for (let place = closes.length - 1; place > 0; place -= 1) {
    const [before, after] = [closes[place - 1], closes[place]]
    if (before && after && isInverse(after.price, before.price, quotient) && !isPosted(after.date))
      return { date: after.date, price: after.price, before: before.price }
  }
  return null
}

/** A quote of the statement date is as traded: where it is still the one before the split, the statement's counts. */
function splitChanges(
  { account, date: statementDate }: Difference,
  line: DifferenceLine,
  { ratio, date, isPriceInverse }: { ratio: Ratio; date: string; isPriceInverse: boolean },
): Change[] {
  const { instrument, currency, statedPrice } = line
  const place = { account_id: account, currency, instrument_id: instrument?.id ?? null }
  const split = addition({
    ...place,
    transaction_type: 'split',
    date,
    numerator: String(ratio.numerator),
    denominator: String(ratio.denominator),
  })
  const lastQuote = instrument?.closes.at(-1)?.date ?? ''
  if (!isPriceInverse || lastQuote < date || statedPrice === null) return [split]
  const price = addition({
    ...place,
    transaction_type: 'valuation',
    date: statementDate,
    price: String(statedPrice),
  })
  return [split, price]
}

/** The fraction of small numbers that a quotient is; null for any other, and for 1. */
function toRatio(quotient: number): Ratio | null {
  for (let denominator = 1; denominator <= maxTerm; denominator += 1) {
    const numerator = Math.round(quotient * denominator)
    if (numerator < 1 || numerator === denominator) continue
    if (numerator > maxTerm && denominator > 1) continue
    if (isSameQuantity(numerator / denominator, quotient)) return { numerator, denominator }
  }
  const inverse = Math.round(1 / quotient)
  return inverse > 1 && isSameQuantity(1 / inverse, quotient) ? { numerator: 1, denominator: inverse } : null
}
