import type { DateOrder } from '../text/date.ts'
import type { DecimalMark } from '../text/decimal.ts'
import { type CsvRecord, readRecords, type Separator, separators } from './records.ts'

/** How a CSV is written, as far as its text gives it away. */
export interface Dialect {
  readonly separator: Separator
  readonly decimalMark: DecimalMark
  readonly dateOrder: DateOrder
}

const looked = 200

/** The separator under which the first lines fall into the same number of cells, and into the most. */
export function guessSeparator(text: string): Separator {
  const hint = /^\ufeff?sep=([,;\t|])\n/i.exec(text)
  if (hint) return hint[1] as Separator
  const head = text.slice(0, 200_000)
  let best: Separator = ','
  let bestScore = 0
  for (const separator of separators) {
    const counts = new Map<number, number>()
    for (const line of head.split('\n').slice(0, looked)) {
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

/** Which mark numbers use: told by those that can only be read in one way. */
export function guessDecimalMark(cells: Iterable<string>): DecimalMark {
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
  return commas > dots ? ',' : '.'
}

const threeParts = /^(\d{1,4})[-./ ](\d{1,2})[-./' ](\d{1,4})(?!\d)/

/** Which part of a date is the day: told by those above 12. In doubt 11/13 style slashes are American. */
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

/** The dialect of a text, from its first lines. */
export function guessDialect(text: string): Dialect & { readonly head: CsvRecord[] } {
  const separator = guessSeparator(text)
  const head = readRecords(text, separator, looked)
  const cells = head.flatMap(record => record.cells)
  return {
    separator,
    decimalMark: guessDecimalMark(cells),
    dateOrder: guessDateOrder(cells),
    head,
  }
}
