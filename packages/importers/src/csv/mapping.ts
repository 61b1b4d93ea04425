import type { ColumnMeaning } from '@plumbline/contract'
import { TRANSACTION_TYPE_RULES, type TransactionType } from '@plumbline/engine'
import type { Side } from '../draft.ts'
import { RowProblem, UnreadableFile } from '../problem.ts'
import { type DateOrder, parseMoment } from '../text/date.ts'
import { type DecimalMark, parseDecimal } from '../text/decimal.ts'
import type { Decoded } from '../text/decode.ts'
import type { Encoding } from '../text/encoding.ts'
import { guessDateOrder, guessDecimalMark, guessSeparator } from './dialect.ts'
import { guessMeaning } from './header-words.ts'
import type { Fields, Meaning } from './meaning.ts'
import type { Effect } from './preset.ts'
import { type CsvRecord, readRecords, type Separator } from './records.ts'
import { headerName, isAside } from './table.ts'
import type { TableReader } from './table-reader.ts'
import { guessType } from './type-words.ts'

/** How a CSV file is read, as recognized or as a person corrected it. */
export interface ColumnMapping {
  readonly separator: Separator
  readonly decimalMark: DecimalMark
  readonly dateOrder: DateOrder
  readonly encoding: Encoding
  /** The line that names the columns, counted from 1. */
  readonly headerLine: number
  /** What each column means, in the order of the file. */
  readonly columns: readonly { readonly header: string; readonly meaning: ColumnMeaning }[]
  readonly words: readonly {
    readonly word: string
    readonly type: TransactionType
    readonly side: Side | null
  }[]
}

/** A CSV file under a mapping, as the mapping screen shows it. */
export interface CsvPreview {
  readonly mapping: ColumnMapping
  readonly columns: readonly {
    readonly header: string
    readonly meaning: ColumnMeaning
    readonly sample: string
    /** The sample as parsed; null if it cannot be. */
    readonly readAs: string | null
    readonly filledCount: number
  }[]
  readonly words: readonly { readonly word: string; readonly count: number }[]
  readonly firstLines: readonly string[]
  readonly rowsCount: number
}

export interface CsvTable {
  readonly header: CsvRecord
  readonly records: readonly CsvRecord[]
}

export function locateTable(
  text: string,
  mapping: Pick<ColumnMapping, 'separator' | 'headerLine'>,
): CsvTable {
  const records = readRecords(text, mapping.separator)
  const header = records.find(record => record.line === mapping.headerLine)
  if (!header) throw new UnreadableFile('no_header', mapping.headerLine)
  return { header, records: records.slice(records.indexOf(header)) }
}

/** Guesses the mapping of an unknown file from its header and cells. */
export function guessMapping(
  { text, encoding }: Decoded,
  separator: Separator = guessSeparator(text),
): ColumnMapping {
  const records = readRecords(text, separator, 300)
  const header = guessHeader(records)
  if (!header) throw new UnreadableFile('no_header', 1)
  const rows = records.slice(records.indexOf(header) + 1).filter(record => !isAside(record, header))
  const columns = uniqueMeanings(header)
  const cells = (wanted: readonly ColumnMeaning[]) =>
    columns.flatMap(({ meaning }, index) =>
      wanted.includes(meaning) ? rows.map(row => row.cells[index] ?? '') : [],
    )
  const typeColumn = columns.findIndex(({ meaning }) => meaning === 'transaction_type')
  const known = new Set(typeColumn < 0 ? [] : rows.map(row => row.cells[typeColumn] ?? ''))
  return {
    separator,
    encoding,
    headerLine: header.line,
    decimalMark: guessDecimalMark(cells(['quantity', 'price', 'amount', 'fees', 'taxes', 'balance'])),
    dateOrder: guessDateOrder(cells(['date', 'settle_date'])),
    columns,
    words: [...known].flatMap(word => {
      const guess = word === '' ? null : guessType(word)
      return guess ? [{ word, ...guess }] : []
    }),
  }
}

/** The line with the most known headers; with fewer than two, the first line as wide as most. */
function guessHeader(records: readonly CsvRecord[]): CsvRecord | null {
  let best: CsvRecord | null = null
  let bestCount = 1
  for (const record of records.slice(0, 40)) {
    const count = new Set(record.cells.map(guessMeaning).filter(meaning => meaning !== 'ignore')).size
    if (count > bestCount) [best, bestCount] = [record, count]
  }
  if (best) return best
  const widths = Map.groupBy(records, record => record.cells.length)
  const usual = [...widths].sort((a, b) => b[1].length - a[1].length)[0]?.[0] ?? 0
  return usual < 2 ? null : (records.find(record => record.cells.length === usual) ?? null)
}

/** Gives each meaning to one column; a second candidate is left to the user. */
function uniqueMeanings(header: CsvRecord): { header: string; meaning: ColumnMeaning }[] {
  const taken = new Set<ColumnMeaning>()
  return header.cells.map(name => {
    const guess = guessMeaning(name)
    const meaning = taken.has(guess) ? 'ignore' : guess
    taken.add(meaning)
    return { header: name, meaning }
  })
}

/** Previews a file under a mapping. */
export function previewCsv(text: string, mapping: ColumnMapping, table: CsvTable): CsvPreview {
  const { header } = table
  const rows = table.records.slice(1).filter(record => !isAside(record, header))
  const meaningAt = (index: number) => mapping.columns[index]?.meaning ?? 'ignore'
  const typeColumn = header.cells.findIndex((_, index) => meaningAt(index) === 'transaction_type')
  const counts = new Map<string, number>()
  if (typeColumn >= 0)
    for (const row of rows) {
      const word = row.cells[typeColumn]
      if (word) counts.set(word, (counts.get(word) ?? 0) + 1)
    }
  return {
    mapping,
    columns: header.cells.map((name, index) => {
      const filled = rows.map(row => row.cells[index] ?? '').filter(cell => cell !== '')
      const sample = (filled[0] ?? '').slice(0, 200)
      const meaning = meaningAt(index)
      return {
        header: name,
        meaning,
        sample,
        readAs: readAs(sample, meaning, mapping),
        filledCount: filled.length,
      }
    }),
    words: [...counts].slice(0, 500).map(([word, count]) => ({ word, count })),
    firstLines: text
      .slice(0, 20_000)
      .split('\n', 12)
      .map(line => line.slice(0, 500)),
    rowsCount: rows.length,
  }
}

function readAs(sample: string, meaning: ColumnMeaning, mapping: ColumnMapping): string | null {
  if (sample === '' || meaning === 'ignore') return null
  try {
    switch (meaning) {
      case 'date':
      case 'settle_date':
        return parseMoment(sample, mapping.dateOrder).date
      case 'quantity':
      case 'price':
      case 'amount':
      case 'fees':
      case 'taxes':
      case 'fx_rate':
      case 'balance':
        return parseDecimal(sample, mapping.decimalMark)
      case 'transaction_type':
        return indexWords(mapping).get(headerName(sample))?.type ?? null
      default:
        return sample
    }
  } catch (error) {
    if (error instanceof RowProblem) return null
    throw error
  }
}

const indexWords = (mapping: ColumnMapping) =>
  new Map(mapping.words.map(entry => [headerName(entry.word), entry] as const))

/** Reads rows by a mapping that a person confirmed. */
export function mappedReader(mapping: ColumnMapping, table: CsvTable): TableReader {
  const columns = new Map<Meaning, number>()
  mapping.columns.forEach(({ meaning }, index) => {
    if (meaning !== 'ignore' && !columns.has(meaning)) columns.set(meaning, index)
  })
  const words = indexWords(mapping)
  const amountColumn = columns.get('amount')
  const hasSigns =
    amountColumn === undefined ||
    table.records.slice(1).some(record => /^\s*[(−-]|-\s*$/.test(record.cells[amountColumn] ?? ''))
  return {
    columns,
    style: { decimalMark: mapping.decimalMark, dateOrder: mapping.dateOrder },
    identity: ['reference', 'date', 'transaction_type', 'isin', 'symbol', 'name', 'quantity'],
    refine: fields => fields,
    findEffect: fields => {
      const effect = columns.has('transaction_type') ? namedEffect(fields, words) : inferredEffect(fields)
      if (hasSigns || effect.side) return effect
      if (effect.type === 'trade' || effect.type === 'redemption') return effect
      // Without signs the word alone tells the direction; the two rows of a conversion tell it by their order.
      const isOut = !effect.half && TRANSACTION_TYPE_RULES[effect.type].cash === 'out'
      return { ...effect, side: isOut ? 'out' : 'in' }
    },
  }
}

function namedEffect(
  fields: Fields,
  words: ReadonlyMap<string, { readonly type: TransactionType; readonly side: Side | null }>,
): Effect {
  const word = fields.transaction_type
  if (word === undefined) throw new RowProblem('no_type', { field: 'transaction type' })
  const entry = words.get(headerName(word))
  if (!entry) throw new RowProblem('unknown_type', { value: word, field: 'transaction type' })
  const half =
    entry.type === 'fx'
      ? { half: 'conversion' as const }
      : entry.type === 'merger'
        ? { half: 'swap' as const }
        : {}
  if (entry.type === 'spin_off') throw new RowProblem('no_parent')
  const added = entry.type === 'split' ? { addedShares: true as const } : {}
  return { type: entry.type, ...(entry.side ? { side: entry.side } : {}), ...half, ...added }
}

/** Without a column of types, a row with a quantity of a security is a trade and any other row moves money. */
function inferredEffect(fields: Fields): Effect {
  const hasSecurity = fields.isin || fields.symbol || fields.valor || fields.name
  return { type: hasSecurity && fields.quantity ? 'trade' : 'deposit' }
}
