import type { BreakCause } from '@plumbline/contract'
import type { InstrumentHint } from '@plumbline/importers'

/** A line of a statement. Amounts are in `currency`, the value in `valueCurrency`. */
export interface StatedLine {
  isin: string | null
  symbol: string | null
  name: string | null
  currency: string
  quantity: number
  price: number | null
  value: number | null
  valueCurrency: string
  accrued: number | null
  /** The minor unit in which the statement gives the price, such as GBX, where it has been converted. */
  unit?: string | undefined
  /** What the file states about the security beside its names. */
  details?: Partial<Omit<InstrumentHint, 'isin' | 'symbol' | 'name' | 'currency'>>
}

/** The matching line of the ledger on the statement date. */
export interface LedgerLine {
  /** Null for cash. */
  instrument: string | null
  positionId: string
  name: string
  isin: string | null
  symbol: string | null
  currency: string
  quantity: number
  /** In `currency`. */
  price: number | null
  /** In `currency`, including accrued interest. */
  ownValue: number | null
  /** In the currency of the account. */
  value: number | null
  accrued: number
  /** What the holding cost, in `currency`; null where it is unknown. */
  cost: number | null
  /** Value of one unit at price 1. */
  contractSize: number
  /** A future or forward: worth its gain, not quantity times price. */
  isContract?: boolean
  /** The part of the quantity posted by the date but settled after it. */
  unsettled: number
}

/** What a statement covers. What it does not cover is not compared. */
export interface Coverage {
  holdings: boolean
  /** Whether it lists the cash of every currency; else it covers the currencies that it names. */
  allCash: boolean
}

export interface Tolerance {
  price: number
  rate: number
  accrued_interest: number
}

export interface ComparedLine {
  key: string
  ledger: LedgerLine | null
  stated: StatedLine | null
  ledgerValue: number | null
  statementValue: number | null
  breakValue: number | null
  cause: BreakCause | null
  isWithinTolerance: boolean
}

export interface Comparison {
  lines: ComparedLine[]
  ledgerValue: number | null
  statementValue: number | null
  breakValue: number | null
}

/** Rate to the account currency on the statement date; NaN without a rate. */
export type RateInto = (currency: string) => number

/** Holdings and cash together cover the whole account; cash alone covers its own currencies. */
export function readCoverage(stated: readonly StatedLine[]): Coverage {
  const holdings = stated.some(line => !isCash(line))
  return { holdings, allCash: holdings && stated.some(isCash) }
}

/**
 * Compares a statement with the ledger line by line. Remaining ledger lines count as breaks where the statement covers
 * them.
 *
 *     ledger value + break = statement value, for each line and in total
 */
export function compareStatement(
  ledger: readonly LedgerLine[],
  { lines: stated, coverage }: { lines: readonly StatedLine[]; coverage: Coverage },
  tolerance: Tolerance,
  rateInto: RateInto,
): Comparison {
  const left = new Set(ledger)
  const pairs = stated.map(line => {
    const found = findMatch(line, left)
    if (found) left.delete(found)
    return { ledger: found, stated: line }
  })
  const rest = [...left].filter(line => (line.instrument === null ? coverage.allCash : coverage.holdings))
  const alone = rest.filter(line => line.quantity !== 0).map(line => ({ ledger: line, stated: null }))
  const lines = [...pairs, ...alone].map(pair => compareLine(pair, tolerance, rateInto))
  const sum = (read: (line: ComparedLine) => number | null) =>
    lines.reduce((total, line) => total + (read(line) ?? 0), 0)
  const ledgerValue = sum(line => line.ledgerValue)
  const statementValue = sum(line => line.statementValue)
  return { lines, ledgerValue, statementValue, breakValue: statementValue - ledgerValue }
}

/** Names a line of a statement. */
export function statedKey({ isin, symbol, name, currency }: StatedLine): string {
  return `${isin ?? name ?? symbol ?? ''}/${currency}`
}

export function isCash({ isin, symbol, name, price }: StatedLine): boolean {
  return isin === null && symbol === null && (name === null || price === null)
}

/** By ISIN and currency, ISIN, symbol, or name; cash by currency. */
function findMatch(line: StatedLine, ledger: ReadonlySet<LedgerLine>): LedgerLine | null {
  const lines = [...ledger]
  const find = (is: (each: LedgerLine) => boolean) => lines.find(is)
  const same = (a: string | null, b: string | null) =>
    a !== null && b !== null && a.toLowerCase() === b.toLowerCase()
  const holdings = lines.filter(each => each.instrument !== null)
  if (line.isin !== null) {
    const known = holdings.filter(each => each.isin === line.isin)
    return known.find(each => each.currency === line.currency) ?? known[0] ?? null
  }
  const named =
    holdings.find(each => same(each.symbol, line.symbol) && each.currency === line.currency) ??
    holdings.find(each => same(each.name, line.name) || same(each.symbol, line.name))
  if (named) return named
  return isCash(line)
    ? (find(each => each.instrument === null && each.currency === line.currency) ?? null)
    : null
}

interface Pair {
  ledger: LedgerLine | null
  stated: StatedLine | null
}

function compareLine(pair: Pair, tolerance: Tolerance, rateInto: RateInto): ComparedLine {
  const { ledger, stated } = pair
  const ledgerValue = ledger === null ? 0 : ledger.value
  const statementValue = stated === null ? 0 : statedValue(pair, rateInto)
  const breakValue = ledgerValue === null || statementValue === null ? null : statementValue - ledgerValue
  const found = findCause(pair, { ledgerValue, statementValue, breakValue }, tolerance, rateInto)
  return {
    key: ledger?.positionId ?? (stated ? statedKey(stated) : ''),
    ...pair,
    // A line that one side cannot value counts on neither.
    ledgerValue: statementValue === null ? null : ledgerValue,
    statementValue: ledgerValue === null ? null : statementValue,
    breakValue,
    ...found,
  }
}

/** In the account currency: as stated, else quantity times price plus interest. */
function statedValue({ ledger, stated }: Pair, rateInto: RateInto): number | null {
  if (stated === null) return 0
  if (stated.value !== null)
    return finite((stated.value + separateInterest(stated, ledger)) * rateInto(stated.valueCurrency))
  const rate = rateInto(stated.currency)
  if (isCash(stated)) return finite(stated.quantity * rate)
  if (stated.price === null) return null
  if (ledger?.isContract) return finite(contractValue(stated.quantity, stated.price, ledger) * rate)
  const own = stated.quantity * stated.price * (ledger?.contractSize ?? 1) + (stated.accrued ?? 0)
  return finite(own * rate)
}

/** A statement that gives only the price of a contract means its gain, not its notional. */
function contractValue(quantity: number, price: number, ledger: LedgerLine): number {
  const { ownValue, quantity: held, price: close, contractSize } = ledger
  if (ownValue === null || close === null || held === 0) return Number.NaN
  return (ownValue / held + contractSize * (price - close)) * quantity
}

/** Accrued interest that the stated value excludes. */
function separateInterest(stated: StatedLine, ledger: LedgerLine | null): number {
  const { value, price, accrued, quantity } = stated
  if (value === null || price === null || accrued === null || stated.currency !== stated.valueCurrency)
    return 0
  const clean = quantity * price * (ledger?.contractSize ?? 1)
  return Math.abs(value - clean) < Math.abs(value - clean - accrued) ? accrued : 0
}

/** Smaller differences are rounding: half a cent, and noise in fractional units. */
const roundingTolerance = 0.005
const quantityTolerance = 1e-6
/** Values of a statement are rounded to the cent, in the currency of the line and of the account. */
const interestRounding = 0.02

interface Values {
  ledgerValue: number | null
  statementValue: number | null
  breakValue: number | null
}

function findCause(
  pair: Pair,
  values: Values,
  tolerance: Tolerance,
  rateInto: RateInto,
): Pick<ComparedLine, 'cause' | 'isWithinTolerance'> {
  const { ledger, stated } = pair
  const difference = (stated?.quantity ?? 0) - (ledger?.quantity ?? 0)
  const allowed = isCashPair(pair)
    ? roundingTolerance
    : quantityTolerance * Math.max(1, Math.abs(ledger?.quantity ?? 0))
  if (Math.abs(difference) > allowed) return toQuantityBreak(quantityCause(ledger, difference, allowed))
  const { breakValue } = values
  if (breakValue === null)
    return { cause: 'not_valued', isWithinTolerance: values.ledgerValue === values.statementValue }
  if (Math.abs(breakValue) < roundingTolerance) return { cause: null, isWithinTolerance: true }
  return ledger && stated
    ? valueCause(ledger, stated, breakValue, tolerance, rateInto)
    : { cause: 'unknown', isWithinTolerance: false }
}

/** Unsettled transactions are tolerated until they settle. */
function toQuantityBreak(cause: BreakCause): Pick<ComparedLine, 'cause' | 'isWithinTolerance'> {
  return { cause, isWithinTolerance: cause === 'unsettled' }
}

function isCashPair({ ledger, stated }: Pair): boolean {
  return ledger ? ledger.instrument === null : stated !== null && isCash(stated)
}

/** An unsettled transaction is not on the statement yet; other causes follow from the statement as a whole. */
function quantityCause(ledger: LedgerLine | null, difference: number, allowed: number): BreakCause {
  return ledger !== null && Math.abs(difference + ledger.unsettled) <= allowed
    ? 'unsettled'
    : 'missing_transaction'
}

/** Quantities agree, so price, interest or rate differ. */
function valueCause(
  ledger: LedgerLine,
  stated: StatedLine,
  breakValue: number,
  tolerance: Tolerance,
  rateInto: RateInto,
): Pick<ComparedLine, 'cause' | 'isWithinTolerance'> {
  const ownInterest = ledger.accrued * rateInto(ledger.currency)
  // A statement that does not state interest is compared without it.
  const isInterestLeftOut =
    stated.accrued === null &&
    Math.abs(ownInterest) > roundingTolerance &&
    Math.abs(breakValue + ownInterest) < Math.abs(breakValue)
  const rest = isInterestLeftOut ? breakValue + ownInterest : breakValue
  if (isInterestLeftOut && Math.abs(rest) <= interestRounding)
    return { cause: 'accrued_interest', isWithinTolerance: true }
  const { price } = ledger
  if (price !== null && stated.price !== null && price !== 0) {
    const off = Math.abs(stated.price / price - 1)
    if (off > 1e-9) return { cause: 'price', isWithinTolerance: off <= tolerance.price }
  }
  if (!isInterestLeftOut && (ledger.accrued !== 0 || stated.accrued !== null)) {
    const interest = (stated.accrued ?? 0) * rateInto(ledger.currency) - ownInterest
    // The custodian uses another day count.
    if (stated.accrued !== null && Math.abs(interest - breakValue) < 1)
      return {
        cause: 'accrued_interest',
        isWithinTolerance: Math.abs(breakValue) <= tolerance.accrued_interest,
      }
  }
  const value = ledger.value === null ? null : ledger.value - (isInterestLeftOut ? ownInterest : 0)
  if (stated.currency !== stated.valueCurrency && value)
    return { cause: 'rate', isWithinTolerance: Math.abs(rest / value) <= tolerance.rate }
  if (stated.price === null && value)
    return { cause: 'price', isWithinTolerance: Math.abs(rest / value) <= tolerance.price }
  return { cause: 'unknown', isWithinTolerance: false }
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null
}
