import { currencyDecimals } from '../money/rounding.ts'
import { PRINT_NOISE, PRINT_TOLERANCE } from '../money/tolerances.ts'
import { xirr } from '../returns/xirr.ts'
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  decimalText,
  divideDecimals,
  multiplyDecimals,
  negateDecimal,
  roundDecimal,
  toDecimal,
  toFloat,
} from './decimal.ts'
import type { Receipt } from './receipt.ts'
import { applyStatistic, type ReceiptCell, type ReceiptUnit } from './sheet.ts'

/** Decimals of a unit: those always shown, those a value usually has, and up to how many an input is shown exactly. */
interface Digits {
  readonly least: number
  readonly usual: number
  readonly exact: number
}

/** Fractions are printed in percent, with two decimals less. */
const PERCENT_DECIMALS = 2

const DIGITS: Readonly<Record<Exclude<ReceiptUnit, 'price'>, Digits>> = {
  money: { least: 2, usual: 2, exact: 8 },
  number: { least: 0, usual: 8, exact: 10 },
  rate: { least: 4, usual: 6, exact: 8 },
  fraction: { least: 4, usual: 6, exact: 10 },
  bps: { least: 2, usual: 2, exact: 2 },
}

/** Prices keep their own precision, like lists show them: 184.66, 0.8105, 12,905, 0.00001234. */
function priceDigits(value: number): Digits {
  const size = Math.abs(value)
  const usual = size >= 1000 ? 2 : size >= 1 || size === 0 ? 4 : size >= 0.001 ? 6 : 10
  return { least: size >= 1000 && Number.isInteger(value) ? 0 : 2, usual, exact: 8 }
}

function unitDigits({ unit, value, currency }: ReceiptCell): Digits {
  if (unit === 'price') return priceDigits(value ?? 0)
  if (unit !== 'money') return DIGITS[unit]
  const decimals = currencyDecimals(currency)
  return { ...DIGITS.money, least: decimals, usual: decimals }
}

const ONE: Decimal = { units: 1n, scale: 0 }

/** The formula of a cell over printed terms, rounded half away from zero at a scale; null when it cannot be computed. */
function compute(
  cell: ReceiptCell,
  printed: readonly (Decimal | null)[],
  cells: readonly ReceiptCell[],
  scale: number,
): Decimal | null {
  const values: Decimal[] = []
  for (const term of cell.terms) {
    const value = printed[term.cell]
    if (!value) return null
    values.push(value)
  }
  const signs = cell.terms.map(term => term.sign)
  const [first = ONE, second = ONE] = values
  switch (cell.operation) {
    case 'input':
      return null
    case 'sum':
      return roundDecimal(
        values.reduce(
          (sum, value, place) => addDecimals(sum, (signs[place] ?? 1) < 0 ? negateDecimal(value) : value),
          { units: 0n, scale: 0 },
        ),
        scale,
      )
    case 'product': {
      const top = values.filter((_, place) => signs[place] !== -1).reduce(multiplyDecimals, ONE)
      const bottom = values.filter((_, place) => signs[place] === -1).reduce(multiplyDecimals, ONE)
      return divideDecimals(top, bottom, scale)
    }
    case 'highest':
      return roundDecimal(
        values.reduce<Decimal>(
          (highest, value) => {
            const size = value.units < 0n ? negateDecimal(value) : value
            return compareDecimals(size, highest) > 0 ? size : highest
          },
          { units: 0n, scale: 0 },
        ),
        scale,
      )
    case 'compound': {
      const growth = values.reduce(
        (product, value) => multiplyDecimals(product, addDecimals(ONE, value)),
        ONE,
      )
      return roundDecimal(addDecimals(growth, negateDecimal(ONE)), scale)
    }
    case 'growth':
      return roundDecimal(multiplyDecimals(first, addDecimals(ONE, second)), scale)
    case 'rate_of_return': {
      const flows = cell.terms.map(({ cell: place, sign }, index) => ({
        day: cells[place]?.day ?? 0,
        amount: sign * toFloat(values[index] ?? ONE),
      }))
      const { rate } = xirr(flows)
      return rate === null ? null : roundDecimal(toDecimal(rate), scale)
    }
    case 'deviation':
    case 'slope':
    case 'correlation':
    case 'root':
    case 'power':
    case 'rounded': {
      const found = applyStatistic(cell.operation, values.map(toFloat))
      return found === null ? null : roundDecimal(toDecimal(found), scale)
    }
  }
}

/** Digits beyond the usual ones that a cell can get. */
const MOST_MORE = 13

/** Passes over all cells; a few suffice, since digits are only added. */
const MOST_ROUNDS = 50

/** The state of a receipt while its digits are chosen. */
interface Printing {
  readonly cells: readonly ReceiptCell[]
  readonly digits: readonly Digits[]
  /** The decimals of each cell beyond the usual ones. */
  readonly more: Uint8Array
  readonly printed: (Decimal | null)[]
  /** Inputs as they are; null for computed cells. */
  readonly exact: readonly (Decimal | null)[]
}

function scaleAt({ digits, more }: Printing, place: number): number {
  return (digits[place]?.usual ?? 0) + (more[place] ?? 0)
}

/** Prints one cell with its current digits: an input rounded, unless few digits show it exactly; a formula computed. */
function printCell(printing: Printing, place: number): void {
  const { cells, digits, printed, exact } = printing
  const cell = cells[place]
  const own = exact[place] ?? null
  const scale = scaleAt(printing, place)
  if (!cell) return
  if (cell.operation !== 'input') printed[place] = compute(cell, printed, cells, scale)
  else if (own === null) printed[place] = null
  else
    printed[place] = own.scale <= Math.max(scale, digits[place]?.exact ?? 0) ? own : roundDecimal(own, scale)
}

function isRounded(shown: Decimal, value: number, scale: number): boolean {
  const rounded = roundDecimal(toDecimal(value), scale)
  return addDecimals(shown, negateDecimal(rounded)).units === 0n
}

/**
 * Whether a computed cell is printed as its value rounds. A money amount in its usual digits must be the amount that
 * lists show; other steps may differ by one in their last digit, which is finer than any figure shown.
 */
function isPrintedRight(printing: Printing, place: number): boolean {
  const { cells, printed, more } = printing
  const cell = cells[place]
  const shown = printed[place]
  if (!cell || cell.value === null || !shown) return true
  const unit = 10 ** -scaleAt(printing, place)
  const largest = cell.terms.reduce(
    (most, term) =>
      cells[term.cell]?.unit === cell.unit ? Math.max(most, Math.abs(cells[term.cell]?.value ?? 0)) : most,
    Math.abs(cell.value),
  )
  // The figure itself is the one that lists show, to the last digit.
  if (place === cells.length - 1) return isRounded(shown, cell.value, scaleAt(printing, place))
  const isFigure = cell.unit === 'money' && more[place] === 0
  const rounding = PRINT_TOLERANCE * largest
  // Digits that were asked for are right, as far as float64 goes: a small difference of large terms needs them.
  const noise = (more[place] ?? 0) > 0 ? Math.min(rounding, Math.max(unit, PRINT_NOISE * largest)) : rounding
  const allowed = (isFigure ? 0.5 : 1) * unit + noise
  return Math.abs(toFloat(shown) - cell.value) <= allowed
}

/** How much the rounding of a printed term counts in a cell: relative in products, else absolute. */
function roundingError(
  { cells, printed }: Printing,
  operation: ReceiptCell['operation'],
  term: number,
): number {
  const value = cells[term]?.value ?? 0
  const shown = printed[term]
  const error = shown ? Math.abs(toFloat(shown) - value) : 0
  return operation === 'product' && value !== 0 ? error / Math.abs(value) : error
}

/** A term whose rounding counts less than this share of the largest needs no digit yet. */
const MINOR_SHARE = 0.1

/**
 * Adds a digit to the terms of a cell whose rounding counts most. Inputs that are printed as they are get none.
 *
 * @returns the terms that got one.
 */
function addDigits(printing: Printing, place: number): number[] {
  const { cells, more, exact, printed } = printing
  const { terms = [], operation = 'sum' } = cells[place] ?? {}
  const open = [...new Set(terms.map(({ cell }) => cell))].filter(term => {
    const isExact = cells[term]?.operation === 'input' && exact[term] === printed[term]
    return !isExact && (more[term] ?? 0) < MOST_MORE
  })
  const errors = open.map(term => roundingError(printing, operation, term))
  const largest = errors.reduce((most, error) => Math.max(most, error), 0)
  const added = open.filter((_, index) => (errors[index] ?? 0) >= MINOR_SHARE * largest)
  for (const term of added) more[term] = (more[term] ?? 0) + 1
  return added
}

/** Prints a cell, and its terms with more digits until they give its value. @returns whether digits were added. */
function settle(printing: Printing, place: number): boolean {
  let isChanged = false
  for (;;) {
    printCell(printing, place)
    if (isPrintedRight(printing, place)) return isChanged
    const added = addDigits(printing, place)
    if (added.length === 0) return isChanged
    isChanged = true
    for (const term of added) settle(printing, term)
  }
}

/** Chooses the digits of every cell, terms before results. A term of several cells may get digits for a later one. */
function chooseDigits(printing: Printing): void {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    let isChanged = false
    for (let place = 0; place < printing.cells.length; place += 1)
      if (settle(printing, place)) isChanged = true
    if (!isChanged) return
  }
}

/** Closer to the middle between two roundings than this share of the last digit, a figure can be read as either. */
const TIE = 1e-5

/** A figure in the middle between two roundings gets a digit more. */
function settleTie(printing: Printing, figure: number): void {
  const last = printing.cells.length - 1
  const inUnits = Math.abs(figure) * 10 ** scaleAt(printing, last)
  if (Math.abs(inUnits - Math.floor(inUnits) - 0.5) < TIE) printing.more[last] = 1
}

/**
 * Every cell of a receipt as the decimal that is printed, fractions in percent; null where there is no value.
 *
 * What is printed can be recomputed: the formula of a cell over its printed terms, rounded half away from zero to the
 * printed decimals, is exactly the printed result. Cells start with the usual decimals of their unit, posted amounts
 * and other inputs with few decimals are shown as they are, and terms get more decimals until the result is the figure.
 */
export function printReceipt({ value, cells }: Receipt): (string | null)[] {
  const exact = cells.map(cell =>
    cell.operation === 'input' && cell.value !== null && Number.isFinite(cell.value)
      ? toDecimal(cell.value)
      : null,
  )
  const printing: Printing = {
    cells,
    digits: cells.map(unitDigits),
    more: new Uint8Array(cells.length),
    printed: [],
    exact,
  }
  if (value !== null) settleTie(printing, value)
  chooseDigits(printing)
  return printing.printed.map((printed, place) => {
    const { least = 0 } = printing.digits[place] ?? {}
    if (!printed) return null
    if (cells[place]?.unit !== 'fraction') return decimalText(printed, least)
    const percent = { units: printed.units, scale: printed.scale - PERCENT_DECIMALS }
    const scaled =
      percent.scale >= 0 ? percent : { units: percent.units * 10n ** BigInt(-percent.scale), scale: 0 }
    return decimalText(scaled, least - PERCENT_DECIMALS)
  })
}
