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

/** A cell with its number. */
interface Parsed {
  readonly cell: Cell
  readonly at: number
  readonly fixed: Fixed
  readonly places: number
}

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
  const parsed = cells.map((cell, at) => ({ cell, at, fixed: toFixed(cell.value), places: decimalsOf(cell) }))
  const values = parsed.filter(isValue)
  const ownRates = parsed.filter(mayBeRate)
  const found: HeldValues[] = []
  for (const quantity of parsed) {
    if (quantity.cell.isPercent || quantity.fixed === 0n) continue
    for (const price of parsed) {
      const isBefore = price.at < quantity.at
      if (price.at === quantity.at || !isPriceOf(quantity.cell, price.cell, { isBefore, priceFirst }))
        continue
      const made = multiply(quantity, price)
      const taken = [quantity.at, price.at]
      const fits = values.filter(value => {
        if (taken.includes(value.at) || quantity.fixed < 0n !== value.fixed < 0n) return false
        const stated = absolute(value.fixed)
        const slack = made.rounding + (value.places === 0 ? halfUnit : cents(1))
        if (!isForeign(price.cell, value.cell)) return absolute(made.product - stated) <= slack
        const inRow = ownRates.flatMap(({ at, fixed }) =>
          at === value.at || taken.includes(at) ? [] : [fixed],
        )
        return [...rates, ...inRow].some(rate => isConverted(made.product, rate, { stated, slack }))
      })
      for (const { cell, places } of fits)
        found.push({ quantity: quantity.cell, price: price.cell, value: cell, isRounded: places === 0 })
    }
  }
  return found
}

const halfUnit = toFixed('0.51')
const leastRounded = toFixed('100')

/** Money has two decimals. Whole numbers are values only where they are large enough to be rounded. */
const isValue = ({ cell, fixed, places }: Parsed): boolean =>
  !cell.isPercent && !cell.isCount && (places === 2 || (places === 0 && absolute(fixed) >= leastRounded))

/** Numbers of the row that may be its rate. */
const mayBeRate = ({ cell, places }: Parsed): boolean => !cell.isPercent && !cell.isCount && places >= 3

const isForeign = (price: Cell, value: Cell): boolean =>
  !price.isPercent && price.currency !== null && value.currency !== null && price.currency !== value.currency

const leastPercent = 15

/** Which of two factors is the price: the one with a currency or in per cent, else the heading tells. */
function isPriceOf(
  quantity: Cell,
  price: Cell,
  { isBefore, priceFirst }: { readonly isBefore: boolean; readonly priceFirst: boolean | null },
): boolean {
  if (price.isCount || price.value.startsWith('-') || Number(price.value) === 0) return false
  // A lower percentage is a rate of interest or a weight: times the nominal value it makes a coupon.
  if (price.isPercent) return Number(price.value) >= leastPercent
  if (quantity.isCount) return true
  if (price.currency !== null && quantity.currency === null) return true
  return priceFirst !== null && priceFirst === isBefore
}

export const decimalsOf = ({ text }: Cell): number => /[.,](\d+)$/.exec(text)?.[1]?.length ?? 0

/** Quantity times price, and by how much rounding of the two may move it. */
function multiply(quantity: Parsed, price: Parsed): { readonly product: Fixed; readonly rounding: Fixed } {
  const [pieces, each] = [absolute(quantity.fixed), price.fixed]
  const scale = price.cell.isPercent ? 100n : 1n
  const product = multiplyFixed(pieces, each) / scale
  // Half of the last digit of a factor moves the product by so much; whole pieces are exact.
  const ofPrice = multiplyFixed(pieces, precision(price.cell.value)) / (price.places > 2 ? 1n : 2n) / scale
  const ofCount = quantity.places > 2 ? multiplyFixed(each, precision(quantity.cell.value)) / scale : 0n
  const limit = product / 500n
  return { product, rounding: ofPrice + ofCount < limit ? ofPrice + ofCount : limit }
}

function isConverted(
  product: Fixed,
  rate: Fixed,
  { stated, slack }: { readonly stated: Fixed; readonly slack: Fixed },
): boolean {
  if (rate === 0n) return false
  const isSame = (own: Fixed) => absolute(own - stated) <= slack + own / 4000n
  return isSame(multiplyFixed(product, rate)) || isSame(divideFixed(product, rate))
}
