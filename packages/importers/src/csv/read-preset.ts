import { type DraftInput, noDetails } from '../draft.ts'
import { contentIdentity, type Identity, type Keyless } from '../keys/keys.ts'
import { RowProblem } from '../problem.ts'
import type { Collector } from '../reading.ts'
import type { Place } from '../row-outcomes.ts'
import { isCurrencyCode } from '../text/iso-currency.ts'
import { collectBalances, collectClosing } from './balances.ts'
import { draftPair, type Half, isPair, readHalf } from './halves.ts'
import type { Fields, Meaning } from './meaning.ts'
import type { Effect, Preset, Rule } from './preset.ts'
import { readTransactions } from './read-transactions.ts'
import { createRow, type Row, readPartialDraft } from './row.ts'
import type { RowDraft } from './settle.ts'
import { inferSplitRatio } from './split-ratio.ts'
import { isEmptyCell } from './table/cell-text.ts'
import { findCutRow } from './table/cut-row.ts'
import { type Dialect, guessDateOrder, guessDecimalMark, mixesDecimalMarks } from './table/dialect.ts'
import type { CsvRecord } from './table/records.ts'
import { columnsBySpec, headerName, isAside, isSameRow, readCells } from './table/table.ts'
import type { TableReader } from './table/table-reader.ts'
import { draftTrade, readTradeLeg, type TradeLeg } from './trade-legs.ts'

interface InferredDialect extends Pick<Dialect, 'decimalMark' | 'dateOrder'> {
  readonly mixesDecimalMarks: boolean
}

/** Finds the header record of a preset. */
export function findHeader(preset: Preset, records: readonly CsvRecord[]): CsvRecord | null {
  const isHeader = (record: CsvRecord) => {
    const names = new Set(record.cells.map(headerName))
    return preset.detect.some(set => set.every(wanted => names.has(headerName(wanted))))
  }
  return records.slice(0, 40).find(isHeader) ?? null
}

/**
 * Whether a file of a preset with one currency has a column that the preset does not read, of codes of which some are
 * other ones: its amounts are not in that currency.
 */
export function statesOtherCurrency(
  preset: Preset,
  header: CsvRecord,
  records: readonly CsvRecord[],
): boolean {
  const { currency } = preset
  const read = new Set(columnsBySpec(header, preset.columns).values())
  const rows = records.slice(records.indexOf(header) + 1)
  return header.cells.some((_, column) => {
    if (read.has(column)) return false
    const cells = rows.map(({ cells: each }) => each[column]?.trim() ?? '').filter(cell => cell !== '')
    return cells.every(isCurrencyCode) && cells.some(cell => cell !== currency)
  })
}

export function presetReader(preset: Preset, header: CsvRecord, dialect: InferredDialect): TableReader {
  return {
    ...preset,
    columns: columnsBySpec(header, preset.columns),
    hasRunningBalance: true,
    style: {
      ...preset,
      decimalMark: preset.decimalMark ?? dialect.decimalMark,
      mixesDecimalMarks: preset.decimalMark === undefined && dialect.mixesDecimalMarks,
      dateOrder: preset.dateOrder ?? dialect.dateOrder,
    },
    refine: fields => extractFields(preset, fields),
    findEffect: fields => {
      const rule = preset.rules.find(candidate => matches(candidate.when, fields))
      if (rule?.post) return rule.post
      if (rule?.skip) return { skip: rule.skip }
      const word = fields.transaction_type ?? fields.category ?? fields.note ?? ''
      if (rule?.refuse) throw new RowProblem(rule.refuse, { value: word })
      throw new RowProblem(word === '' ? 'no_type' : 'unknown_type', {
        value: word,
        field: 'transaction type',
      })
    },
  }
}

function matches(when: Rule['when'], fields: Fields): boolean {
  for (const meaning in when) {
    // The keys of `when` are meanings.
    const pattern = when[meaning as Meaning]
    if (pattern && !pattern.test(fields[meaning as Meaning] ?? '')) return false
  }
  return true
}

/** Words stay as they are: a dash may be one. */
const textMeanings: ReadonlySet<Meaning> = new Set(['note', 'name', 'transaction_type', 'category'])

function extractFields(preset: Preset, cells: Fields): Fields {
  const fields: Fields = {}
  for (const [meaning, text] of Object.entries(cells) as [Meaning, string][])
    if (textMeanings.has(meaning) || !isEmptyCell(text)) fields[meaning] = text
  if (!preset.extract) return fields
  const result = { ...fields }
  for (const { from, pattern, when } of preset.extract) {
    if (when && !matches(when, fields)) continue
    const groups = pattern.exec(fields[from] ?? '')?.groups
    for (const [meaning, value] of Object.entries(groups ?? {}))
      if (value !== undefined && value.trim() !== '') result[meaning as Meaning] = value.trim()
  }
  return result
}

interface Pending extends RowDraft {
  readonly place: Place
  readonly row: Row
  readonly addedShares: boolean
}

/** Reads the rows under a header. Each becomes drafts, is skipped with a reason, or becomes a problem. */
export function readTable(
  collect: Collector,
  reader: TableReader,
  header: CsvRecord,
  records: readonly CsvRecord[],
): void {
  const pending: Pending[] = []
  const halves = new Map<string, Half[]>()
  const legs: TradeLeg[] = []
  const own = records.slice(records.indexOf(header) + 1)
  const cut = findCutRow(header, own)
  const rows = joinContinuedRows(reader, header, own)
  const width = Math.max(header.cells.length, ...[...reader.columns.values()].map(column => column + 1))
  for (const { record, continued } of rows) {
    const place = { line: record.line, raw: record.raw }
    for (const { line, raw } of continued) collect.join({ line, raw }, place)
    if (record === cut) {
      collect.problem(place, 'cut_row')
      continue
    }
    if (isAside(record, header) || isSameRow(record, header)) {
      collect.skip(place, 'not_a_row')
      continue
    }
    const skipped = reader.findSkip?.(record)
    if (skipped) {
      collect.skip(place, skipped.skip, skipped.value)
      continue
    }
    // A separator within an unquoted number or text moves the cells behind it into other columns.
    if (record.cells.slice(width).some(cell => cell.trim() !== '')) {
      collect.problem(place, 'too_many_values', { value: String(width) })
      continue
    }
    let row = createRow(readCells(record, reader.columns), reader.style)
    let effect: Effect | null = null
    collect.row(
      place,
      () => {
        row = createRow(withoutEmptyReference(reader, reader.refine(row.fields, record)), reader.style)
        const found = reader.findEffect(row.fields)
        if ('skip' in found) {
          collect.skip(place, found.skip, found.value)
          return
        }
        effect = found
        if (found.half === 'trade') legs.push(readTradeLeg(place, row, found))
        else if (found.half) matchHalf(collect, halves, readHalf(place, row, found, found.half), pending)
        else
          for (const rowDraft of readTransactions(row, found))
            pending.push({ ...rowDraft, place, row, addedShares: found.addedShares === true })
      },
      () => readPartialDraft(row, effect),
    )
  }
  collectBalances(
    collect,
    reader,
    header,
    rows.map(({ record }) => record),
  )
  collectClosing(
    collect,
    reader,
    records.slice(0, records.indexOf(header)),
    rows.map(({ record }) => record),
  )
  for (const waiting of halves.values()) for (const half of waiting) reportUnmatched(collect, half)
  joinTradeLegs(collect, legs, pending)
  const byInstrument = Map.groupBy(pending, ({ draft }) => instrumentKey(draft))
  for (const rowDraft of pending)
    emit(collect, reader, rowDraft, byInstrument.get(instrumentKey(rowDraft.draft)) ?? [])
}

const instrumentKey = ({ instrument }: DraftInput) =>
  instrument?.isin ?? instrument?.symbol ?? instrument?.name ?? ''

function reportUnmatched(collect: Collector, half: Half): void {
  collect.problem(half.place, 'no_other_side', { value: half.kind }, readPartialDraft(half.row, half.effect))
}

/** Drafts trades that are written in several rows. Rows that do not form one trade are problems. */
function joinTradeLegs(collect: Collector, legs: readonly TradeLeg[], pending: Pending[]): void {
  for (const group of Map.groupBy(legs, ({ event }) => event).values()) {
    const trade = draftTrade(group)
    if (trade) {
      for (const { place } of group) collect.join(place, trade.place)
      pending.push({ ...trade, addedShares: false })
    } else
      for (const { place, row, effect } of group)
        collect.problem(place, 'no_other_side', { value: 'trade' }, readPartialDraft(row, effect))
  }
}

/** Pairs are close together, so a limit on unmatched halves keeps malformed files cheap. */
const maxWaitingHalves = 200

function matchHalf(collect: Collector, halves: Map<string, Half[]>, half: Half, pending: Pending[]): void {
  const day = `${half.kind} ${half.date}`
  const waiting = halves.get(day) ?? []
  halves.set(day, waiting)
  const at = waiting.findIndex(other => isPair(other, half))
  const other = waiting[at]
  if (!other) {
    waiting.push(half)
    const oldest = waiting.length > maxWaitingHalves ? waiting.shift() : undefined
    if (oldest) reportUnmatched(collect, oldest)
    return
  }
  waiting.splice(at, 1)
  const drafts = draftPair(other, half)
  if (drafts.length === 0) {
    collect.skip(other.place, 'no_change')
    collect.skip(half.place, 'no_change')
  }
  collect.join(half.place, other.place)
  collect.join(other.place, half.place)
  for (const draft of drafts) pending.push({ ...draft, addedShares: false })
}

function emit(collect: Collector, reader: TableReader, rowDraft: Pending, all: readonly Pending[]): void {
  const { place, row } = rowDraft
  collect.row(
    place,
    () => {
      const read = rowDraft.addedShares ? withRatio(rowDraft.draft, all) : rowDraft.draft
      const draft = reader.verify?.(read, row) ?? read
      const identity = buildIdentity(reader, draft, row, rowDraft.part)
      const own = rowDraft.addedShares ? splitIdentity(draft) : keyedIdentity(collect, rowDraft)
      collect.draft(place, draft, identity ?? own)
    },
    () => rowDraft.draft,
  )
}

function withRatio(draft: DraftInput, all: readonly Pending[]): DraftInput {
  const ratio = draft.quantity ? inferSplitRatio(draft, draft.quantity, all) : null
  if (!ratio) throw new RowProblem('no_ratio')
  return { ...draft, numerator: ratio[0], denominator: ratio[1] }
}

function keyedIdentity(collect: Collector, { keyed, place }: Pending): Identity | null {
  if (!keyed) return null
  const { account } = collect.currentStatement()
  // `noDetails` supplies every field that the draft may omit.
  return contentIdentity({ ...noDetails, ...keyed, ...place, statement: 0 } as Keyless, account)
}

/** A split is identified by its added shares, because its ratio cannot be inferred in every file. */
function splitIdentity(draft: DraftInput): Identity {
  return { kind: 'parts', parts: ['split', draft.date, instrumentKey(draft), draft.quantity ?? null] }
}

/** Builds the identity of a row across files. Null without a reference: its content identifies it. */
function buildIdentity(reader: TableReader, draft: DraftInput, row: Row, part: string): Identity | null {
  const { identity } = reader
  if (!identity || draft.reference == null) return null
  if (identity.length === 1)
    return { kind: 'id', id: part === '' ? draft.reference : `${draft.reference}:${part}` }
  const identityPart = (meaning: Meaning): string | null => {
    if (meaning === 'date') return draft.date
    if (meaning === 'time') return draft.time ?? null
    if (meaning === 'reference') return draft.reference ?? null
    if (meaning === 'quantity') return draft.quantity ?? null
    if (meaning === 'currency') return draft.currency ?? null
    return row.fields[meaning] ?? null
  }
  return { kind: 'parts', parts: [part, draft.type, ...identity.map(identityPart)] }
}

function withoutEmptyReference(reader: TableReader, fields: Fields): Fields {
  if (fields.reference === undefined || !reader.noReference?.test(fields.reference)) return fields
  const { reference: _, ...rest } = fields
  return rest
}

interface JoinedRow {
  readonly record: CsvRecord
  readonly continued: CsvRecord[]
}

/** Joins rows that continue in the next line. */
function joinContinuedRows(
  reader: TableReader,
  header: CsvRecord,
  records: readonly CsvRecord[],
): JoinedRow[] {
  const column = reader.continues === undefined ? undefined : reader.columns.get(reader.continues)
  if (column === undefined) return records.map(record => ({ record, continued: [] }))
  const rows: JoinedRow[] = []
  for (const record of records) {
    const last = rows.at(-1)
    const isMore = record.cells[column] && record.cells.filter(cell => cell !== '').length === 1
    if (!isMore || !last || header.cells.length < 4) {
      rows.push({ record, continued: [] })
      continue
    }
    const { line, raw, cells: lastCells } = last.record
    const cells = lastCells.map((cell, index) => (index === column ? cell + record.cells[column] : cell))
    last.continued.push(record)
    rows[rows.length - 1] = { ...last, record: { line, cells, raw: `${raw}\n${record.raw}` } }
  }
  return rows
}

/** Infers decimal mark and date order from the columns that hold numbers and dates. */
export function inferDialect(
  preset: Preset,
  header: CsvRecord,
  records: readonly CsvRecord[],
): InferredDialect {
  const columns = columnsBySpec(header, preset.columns)
  const columnCells = (meanings: readonly Meaning[]) =>
    meanings.flatMap(meaning => {
      const index = columns.get(meaning)
      return index === undefined ? [] : records.slice(0, 500).map(record => record.cells[index] ?? '')
    })
  const numbers = columnCells(['quantity', 'price', 'amount', 'net', 'gross', 'fees', 'balance'])
  return {
    decimalMark: guessDecimalMark(numbers),
    mixesDecimalMarks: mixesDecimalMarks(numbers),
    dateOrder: guessDateOrder(columnCells(['date', 'settle_date'])),
  }
}
