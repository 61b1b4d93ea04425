import { hasValidCheckDigit, parseIsin } from '../text/isin.ts'
import { isCurrencyCode } from '../text/iso-currency.ts'
import { isCusip, isSedol, isWkn } from '../text/securities-ids.ts'
import { isDateCell } from './date-order.ts'
import { isEmptyCell, isNumberCell } from './table/cell-text.ts'
import { readSides, readStatus } from './words/side-words.ts'
import { guessType } from './words/type-words.ts'

/** What the cells of a column look like: how many of the filled ones are of each kind. */
export interface ColumnProfile {
  readonly filled: number
  readonly dates: number
  readonly numbers: number
  readonly isins: number
  readonly cusips: number
  readonly sedols: number
  readonly wkns: number
  readonly currencies: number
  /** Cells whose word is a known kind of transaction. */
  readonly kinds: number
  /** Cells that name a trade without its direction. */
  readonly openTrades: number
  readonly sides: number
  readonly states: number
  /** Different values. */
  readonly distinct: number
  readonly longest: number
}

export function profileColumn(cells: readonly string[]): ColumnProfile {
  const counts = new Map<string, number>()
  for (const cell of cells) {
    const text = cell.trim()
    if (!isEmptyCell(text)) counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  const sides = readSides(counts.keys())
  const count = (matches: (text: string) => boolean): number => {
    let total = 0
    for (const [text, times] of counts) if (matches(text)) total += times
    return total
  }
  return {
    filled: count(() => true),
    dates: count(isDateCell),
    numbers: count(isNumberCell),
    isins: count(isIsin),
    cusips: count(isCusip),
    sedols: count(isSedol),
    wkns: count(isWkn),
    currencies: count(isCurrencyCode),
    kinds: count(text => guessType(text) !== null),
    openTrades: count(text => isOpenTrade(text)),
    sides: count(text => sides.has(text.toLowerCase())),
    states: count(text => readStatus(text) !== null),
    distinct: counts.size,
    longest: Math.max(0, ...[...counts.keys()].map(text => text.length)),
  }
}

function isOpenTrade(text: string): boolean {
  const guess = guessType(text)
  return guess !== null && guess.type === 'trade' && guess.side === null
}

export function isIsin(text: string): boolean {
  const isin = parseIsin(text)
  return isin !== null && hasValidCheckDigit(isin)
}
