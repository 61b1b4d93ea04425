import type { Amount } from '../document.ts'
import {
  absolute,
  cents,
  divideFixed,
  type Fixed,
  multiplyFixed,
  precision,
  sumFixed,
  toCents,
  toFixed,
} from '../tokens/money.ts'

/** What the heading of a list says about its columns. */
export interface ListColumns {
  /** Null where no heading says so: then pieces are the number without a currency. */
  readonly priceFirst: boolean | null
  readonly hasFees: boolean
  readonly hasTaxes: boolean
  /** The currency that the heading names. */
  readonly currency: string | null
}

/** Values of a row that fulfil its arithmetic. Amounts are not negative. */
export interface TradeRow {
  readonly shares: string
  /** The pieces as written. */
  readonly count: string
  readonly isNegative: boolean
  /** Whether the amount went out of the account; null where the row has no sign. */
  readonly isPaid: boolean | null
  readonly currency: string
  readonly amount: Fixed
  readonly gross: Fixed
  readonly costs: Fixed
  readonly grossForeign: Fixed | null
  readonly foreignCurrency: string | null
}

/** More numbers than the columns of a list of trades. */
const maxNumbers = 10

/** Reads pieces, price, gross, costs and amount by their arithmetic. Null unless there is one way only. */
export function solveTradeRow(amounts: readonly Amount[], columns: ListColumns): TradeRow | null {
  const numbers = amounts.filter(isValue)
  if (numbers.length < 3 || numbers.length > maxNumbers) return null
  const found = new Map<string, TradeRow>()
  for (const first of numbers)
    for (const second of numbers.slice(numbers.indexOf(first) + 1)) {
      const [count, price] = columns.priceFirst ? [second, first] : [first, second]
      if (count.currency !== null || (columns.priceFirst === null && price.currency === null)) continue
      for (const gross of numbers) {
        if (gross === count || gross === price || !isProduct(count, price, gross)) continue
        const rest = numbers.filter(one => one !== count && one !== price && one !== gross)
        const row = settle(count, gross, rest, columns)
        if (row) found.set(`${row.shares} ${row.amount} ${row.costs} ${row.currency}`, row)
      }
    }
  const [row, ...others] = found.values()
  return row && others.length === 0 ? row : null
}

/** Numbers of orders are long and have no decimals; cells may be zero. */
const isValue = ({ value, text, currency }: Amount): boolean =>
  value !== '0' && (currency !== null || !/^\d{6,}$/.test(text))

const isMoney = ({ currency, text }: Amount): boolean => currency !== null || /\d[.,]\d{2}$/.test(text)

/** Whether pieces times price are gross, as far as the price and the pieces are rounded. */
function isProduct(count: Amount, price: Amount, gross: Amount): boolean {
  if (
    !isMoney(gross) ||
    (price.currency !== null && gross.currency !== null && price.currency !== gross.currency)
  )
    return false
  const [pieces, each] = [absolute(toFixed(count.value)), absolute(toFixed(price.value))]
  // Half of the last digit of a factor moves the product by so much; whole pieces are exact.
  const rounding =
    multiplyFixed(pieces, precision(price.value)) / (decimalsOf(price) > 2 ? 1n : 2n) +
    (decimalsOf(count) > 2 ? multiplyFixed(each, precision(count.value)) : 0n)
  const product = multiplyFixed(pieces, each)
  const limit = product / 200n
  const slack = (rounding < limit ? rounding : limit) + cents(1)
  return absolute(product - absolute(toFixed(gross.value))) <= slack
}

const decimalsOf = ({ text }: Amount): number => /[.,](\d+)$/.exec(text)?.[1]?.length ?? 0

function settle(
  count: Amount,
  gross: Amount,
  rest: readonly Amount[],
  columns: ListColumns,
): TradeRow | null {
  const paid = rest.filter(isMoney).at(-1) ?? gross
  const currency = paid.currency ?? columns.currency
  if (currency === null) return null
  const own = inCurrency(gross, rest, currency, columns)
  if (!own) return null
  // Of the remaining numbers each is the gross amount again, a cost or what was paid.
  const whole = absolute(toFixed(own.gross.value))
  const left = own.rest.filter(one => one !== paid && absolute(toFixed(one.value)) !== whole)
  const amount = absolute(toFixed(paid.value))
  const costs = sumFixed(left.map(({ value }) => absolute(toFixed(value))))
  if (left.some(one => !isMoney(one)) || absolute(amount - whole) !== costs) return null
  if (costs !== 0n && (columns.hasFees === columns.hasTaxes || costs * 4n > whole)) return null
  return {
    shares: count.value.replace('-', ''),
    count: count.text.replace('+', ''),
    isNegative: count.value.startsWith('-'),
    isPaid: paid.value.startsWith('-') ? true : gross.value.startsWith('-') ? true : null,
    currency,
    amount,
    gross: whole,
    costs: amount < whole ? -costs : costs,
    grossForeign: own.gross === gross ? null : absolute(toFixed(gross.value)),
    foreignCurrency: own.gross === gross ? null : gross.currency,
  }
}

/** Gross in the currency of what was paid: as it is, or the number that it makes at a rate of the row. */
function inCurrency(
  gross: Amount,
  rest: readonly Amount[],
  currency: string,
  columns: ListColumns,
): { readonly gross: Amount; readonly rest: readonly Amount[] } | null {
  const isOwn = (gross.currency ?? columns.currency ?? currency) === currency
  // A rate of one converts nothing.
  if (isOwn) return { gross, rest: rest.filter(one => !(isRate(one) && Number(one.value) === 1)) }
  for (const rate of rest.filter(one => one.currency === null))
    for (const own of rest) {
      if (own === rate || own.currency !== currency) continue
      const [value, factor] = [absolute(toFixed(gross.value)), absolute(toFixed(rate.value))]
      const stated = absolute(toFixed(own.value))
      const slack = cents(1) + stated / 5000n
      const either = [divideFixed(value, factor), multiplyFixed(value, factor)].map(toCents)
      if (either.some(converted => absolute(converted - stated) <= slack))
        return { gross: own, rest: rest.filter(one => one !== rate && one !== own) }
    }
  return null
}

const isRate = (amount: Amount): boolean => amount.currency === null && decimalsOf(amount) > 2
