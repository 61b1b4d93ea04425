import {
  absolute,
  cents,
  divideFixed,
  type Fixed,
  multiplyFixed,
  precision,
  toFixed,
} from '../tokens/money.ts'

/** A number of a position, with what stands beside it. */
export interface Cell {
  /** Decimal text, signed. */
  readonly value: string
  readonly currency: string | null
  /** As written: tells whole numbers from those with decimals. */
  readonly text: string
  readonly isPercent: boolean
  /** 'Stück', 'shares' beside it: a quantity. */
  readonly isCount: boolean
}

/** Numbers of a position that fulfil its arithmetic. */
export interface HeldValues {
  readonly quantity: Cell
  readonly price: Cell
  readonly value: Cell
  /** The value is printed in whole units: it confirms less. */
  readonly isRounded: boolean
}

/** More numbers than the columns of a statement of holdings. */
const maxCells = 16

/**
 * All ways to read quantity, price and value so that quantity times price, at a rate where the currencies differ, makes
 * the value. `priceFirst` is what the heading says; null where it names no columns.
 */
export function solvePosition(
  cells: readonly Cell[],
  priceFirst: boolean | null,
  rates: readonly Fixed[],
): HeldValues[] {
  if (cells.length < 3 || cells.length > maxCells) return []
  const found: HeldValues[] = []
  for (const [first, quantity] of cells.entries()) {
    if (quantity.isPercent || Number(quantity.value) === 0) continue
    for (const [second, price] of cells.entries()) {
      if (first === second || !isPriceOf(quantity, price, { isBefore: second < first, priceFirst })) continue
      for (const [third, value] of cells.entries()) {
        if (third === first || third === second || value.isPercent || value.isCount) continue
        const own = [...rates, ...ratesOf(cells, [first, second, third])]
        if (isProduct(quantity, price, value, own))
          found.push({ quantity, price, value, isRounded: decimalsOf(value) === 0 })
      }
    }
  }
  return found
}

/** Which of two factors is the price: the one with a currency or in per cent, else the heading tells. */
function isPriceOf(
  quantity: Cell,
  price: Cell,
  { isBefore, priceFirst }: { readonly isBefore: boolean; readonly priceFirst: boolean | null },
): boolean {
  if (price.isCount || price.value.startsWith('-') || Number(price.value) === 0) return false
  if (price.isPercent || quantity.isCount) return true
  if (price.currency !== null && quantity.currency === null) return true
  return priceFirst !== null && priceFirst === isBefore
}

export const decimalsOf = ({ text }: Cell): number => /[.,](\d+)$/.exec(text)?.[1]?.length ?? 0

/** Numbers of the row that may be its rate. */
const ratesOf = (cells: readonly Cell[], taken: readonly number[]): Fixed[] =>
  cells.flatMap((cell, at) =>
    taken.includes(at) || cell.isPercent || cell.isCount || decimalsOf(cell) < 3 ? [] : [toFixed(cell.value)],
  )

function isProduct(quantity: Cell, price: Cell, value: Cell, rates: readonly Fixed[]): boolean {
  if (quantity.value.startsWith('-') !== value.value.startsWith('-')) return false
  // Whole numbers without a currency are values only where they are large enough to be rounded.
  const places = decimalsOf(value)
  if (places !== 2 && places !== 0) return false
  const [pieces, each] = [absolute(toFixed(quantity.value)), toFixed(price.value)]
  const stated = absolute(toFixed(value.value))
  if (places === 0 && stated < toFixed('100')) return false
  const scale = price.isPercent ? 100n : 1n
  const product = multiplyFixed(pieces, each) / scale
  // Half of the last digit of a factor moves the product by so much; whole pieces are exact.
  const ofPrice = multiplyFixed(pieces, precision(price.value)) / (decimalsOf(price) > 2 ? 1n : 2n) / scale
  const ofCount = decimalsOf(quantity) > 2 ? multiplyFixed(each, precision(quantity.value)) / scale : 0n
  const limit = product / 500n
  const rounding = ofPrice + ofCount < limit ? ofPrice + ofCount : limit
  const slack = rounding + (places === 0 ? toFixed('0.51') : cents(1))
  const isForeign =
    price.currency !== null &&
    value.currency !== null &&
    price.currency !== value.currency &&
    !price.isPercent
  if (!isForeign) return absolute(product - stated) <= slack
  return rates.some(rate => {
    if (rate === 0n) return false
    const either = [divideFixed(product, rate), multiplyFixed(product, rate)]
    return either.some(own => absolute(own - stated) <= slack + own / 4000n)
  })
}
