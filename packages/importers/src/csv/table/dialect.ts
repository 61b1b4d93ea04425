import type { DateOrder } from '../../text/date.ts'
import type { DecimalMark } from '../../text/decimal.ts'
import { splitUnit } from './cell-text.ts'
import { type Separator, separators } from './records.ts'

/** How a CSV file is written. */
export interface Dialect {
  readonly separator: Separator
  readonly decimalMark: DecimalMark
  readonly dateOrder: DateOrder
}

const headLines = 200

/** Guesses the separator that splits most of the first lines into the same, highest number of cells. */
export function guessSeparator(text: string): Separator {
  const hint = /^\ufeff?sep=([,;\t|])\n/i.exec(text)
  if (hint) return hint[1] as Separator
  const head = text.slice(0, 200_000)
  let best: Separator = ','
  let bestScore = 0
  for (const separator of separators) {
    const counts = new Map<number, number>()
    for (const line of head.split('\n').slice(0, headLines)) {
      const cells = line.replace(/"[^"]*"/g, '').split(separator).length
      if (cells > 1) counts.set(cells, (counts.get(cells) ?? 0) + 1)
    }
    for (const [cells, lines] of counts) {
      const score = lines * Math.min(cells, 30)
      if (score > bestScore) [best, bestScore] = [separator, score]
    }
  }
  return best
}

/** Guesses the decimal mark from the unambiguous numbers. */
export function guessDecimalMark(cells: Iterable<string>): DecimalMark {
  const { dots, commas } = countDecimalMarks(cells)
  return commas > dots ? ',' : '.'
}

/** Whether some numbers have a decimal point and others a decimal comma, so that 1.250 may mean either. */
export function mixesDecimalMarks(cells: Iterable<string>): boolean {
  const { dots, commas } = countDecimalMarks(cells)
  return dots > 0 && commas > 0
}

function countDecimalMarks(cells: Iterable<string>): { dots: number; commas: number } {
  let dots = 0
  let commas = 0
  for (const cell of cells) {
    const bare = cell.replace(/[\s'’$€£-]/g, '')
    if (!/^\d[\d.,]*$/.test(bare)) continue
    const mark = /[.,](?=\d*$)/.exec(bare)
    if (!mark) continue
    const decimals = bare.length - mark.index - 1
    const other = mark[0] === '.' ? ',' : '.'
    const isSure = bare.includes(other) || decimals !== 3 || /^0?[.,]/.test(bare)
    if (!isSure || bare.indexOf(mark[0]) !== mark.index) continue
    if (mark[0] === '.') dots += 1
    else commas += 1
  }
  return { dots, commas }
}

const threeParts = /^(\d{1,4})[-./ ](\d{1,2})[-./' ](\d{1,4})(?!\d)/

/** Guesses the order of dates from parts above 12. Ambiguous dates with slashes are read as American. */
export function guessDateOrder(cells: Iterable<string>): DateOrder {
  const votes = { ymd: 0, dmy: 0, mdy: 0 }
  let slashes = 0
  for (const cell of cells) {
    if (/^\d{8}$/.test(cell)) votes.ymd += 1
    const match = threeParts.exec(cell)
    if (!match) continue
    const [first, middle] = [Number(match[1]), Number(match[2])]
    if (match[1]?.length === 4) votes.ymd += 3
    else if (first > 12 && middle <= 12) votes.dmy += 3
    else if (middle > 12 && first <= 12) votes.mdy += 3
    else if (cell.includes('/')) slashes += 1
    else votes.dmy += 1
  }
  if (votes.dmy === 0 && votes.ymd === 0 && (votes.mdy > 0 || slashes > 0)) return 'mdy'
  if (votes.mdy > votes.dmy && votes.mdy > votes.ymd) return 'mdy'
  return votes.ymd > votes.dmy ? 'ymd' : 'dmy'
}

/** One mark with three digits behind it: thousands or a fraction. */
const openMark = /^[1-9]\d{0,2}([.,])\d{3}$/

/** The decimal mark of a table by all its numbers; null where both occur, or where thousands and fractions look alike. */
export function findDecimalMark(cells: Iterable<string>): DecimalMark | null {
  let isOpen = false
  let numbers = 0
  const marks = new Set<DecimalMark>()
  for (const cell of cells) {
    const bare = splitUnit(cell).number.replace(/[\s\u00a0\u202f'’$€£()+−-]/g, '')
    if (!/^[\d.,]+$/.test(bare)) continue
    numbers += 1
    if (openMark.test(bare)) isOpen = true
    const { dots, commas } = countDecimalMarks([bare])
    if (dots > 0) marks.add('.')
    if (commas > 0) marks.add(',')
    if (/^\d{1,3}(?:\.\d{3}){2,}$/.test(bare)) marks.add(',')
    if (/^\d{1,3}(?:,\d{2,3})*,\d{3}$/.test(bare) && bare.length > 7) marks.add('.')
  }
  const [only, other] = marks
  if (only !== undefined) return other === undefined ? only : null
  return isOpen || numbers === 0 ? null : '.'
}
