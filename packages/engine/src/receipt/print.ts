import { PRINT_TOLERANCE } from '../money/tolerances.ts'
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
import type { ReceiptCell, ReceiptUnit } from './sheet.ts'

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

function digitsOf({ unit, value }: ReceiptCell): Digits {
  return unit === 'price' ? priceDigits(value ?? 0) : DIGITS[unit]
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
  }
}

/** Digits beyond the usual ones that a cell can get. */
const MOST_MORE = 13

/** Rounds of adding digits; each adds one digit to every term that needs it. */
const MOST_ROUNDS = 200

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
  const isFigure = place === cells.length - 1 || (cell.unit === 'money' && more[place] === 0)
  const allowed = (isFigure ? 0.5 : 1) * unit + PRINT_TOLERANCE * largest
  return Math.abs(toFloat(shown) - cell.value) <= allowed
}

/** Adds a digit to the terms of a cell. @returns whether one of them could get one. */
function addDigits({ cells, more, exact, printed }: Printing, place: number): boolean {
  let isAdded = false
  for (const { cell } of cells[place]?.terms ?? []) {
    const isExact = cells[cell]?.operation === 'input' && exact[cell] === printed[cell]
    if (isExact || (more[cell] ?? 0) >= MOST_MORE) continue
    more[cell] = (more[cell] ?? 0) + 1
    isAdded = true
  }
  return isAdded
}

/** Chooses the digits of every cell, see `printReceipt`. */
function chooseDigits(printing: Printing): void {
  const { cells } = printing
  const isGiven = new Uint8Array(cells.length)
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    for (let place = 0; place < cells.length; place += 1) printCell(printing, place)
    let isChanged = false
    // A term that serves several cells gets at most one digit per round.
    const before = printing.more.slice()
    for (let place = cells.length - 1; place >= 0; place -= 1) {
      if (isGiven[place] === 1 || isPrintedRight(printing, place)) continue
      if (addDigits(printing, place)) isChanged = true
      else isGiven[place] = 1
    }
    for (let place = 0; place < cells.length; place += 1)
      printing.more[place] = Math.min(printing.more[place] ?? 0, (before[place] ?? 0) + 1)
    if (!isChanged) return
  }
}

/** Closer to the middle between two roundings than this share of the last digit, a figure can be read as either. */
const TIE = 1e-5

/** A figure in the middle between two roundings gets a digit more. */
function settleTie(printing: Printing, figure: number): void {
  const last = printing.cells.length - 1
  const shown = printing.printed[last]
  const inUnits = Math.abs(figure) * 10 ** scaleAt(printing, last)
  const isTie = Math.abs(inUnits - Math.floor(inUnits) - 0.5) < TIE
  if (!isTie || !shown || (printing.more[last] ?? 0) > 0) return
  printing.more[last] = 1
  printCell(printing, last)
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
    digits: cells.map(digitsOf),
    more: new Uint8Array(cells.length),
    printed: [],
    exact,
  }
  chooseDigits(printing)
  if (value !== null) settleTie(printing, value)
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
