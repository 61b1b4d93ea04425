import {
  type contract,
  type DraftState,
  draftValues,
  type HandlerReply,
  type ImportStatus,
  isCurrencyCode,
} from '@plumbline/contract'
import { fillText, type Language, textsIn } from '@plumbline/contract/texts'
import { TRANSACTION_TYPES } from '@plumbline/engine'
import { type ColumnMapping, completeMapping } from '@plumbline/importers'
import type { NewAccount } from './accounts/new-account.ts'
import { suggestAccount } from './accounts/suggest-account.ts'
import { cashMoves } from './cash-effect.ts'
import { listChanges, type StatementFacts } from './drafts/draft-facts.ts'
import { grossAmount, toCashInstrument } from './drafts/resolve-drafts.store.ts'
import type { FileRecord, Look } from './files/import-files.store.ts'
import { describeProblem, describeSkipped } from './files/problem-message.ts'
import type { RowRecord } from './import-rows.store.ts'
import type { ImportRecord } from './imports.store.ts'

type WireFile = HandlerReply<typeof contract.imports.addFile>['data']
type WireDraft = HandlerReply<typeof contract.imports.changeDraft>['data']
type WireAccount = NonNullable<WireFile['new_account']>
type WireMapping = NonNullable<WireFile['mapping']>
export type Counts = Record<DraftState, number>

export const noCounts = (): Counts => ({ new: 0, changed: 0, duplicate: 0, problem: 0, left_out: 0 })

export function wireSummary(row: ImportRecord): {
  id: string
  family: { id: string; name: string }
  status: ImportStatus
  created_at: string
  created_by: { id: string; name: string }
  applied_at: string | null
  undone_at: string | null
} {
  return {
    id: row.id,
    family: { id: row.family_id, name: row.family_name },
    status: row.status,
    created_at: row.created_at.toISOString(),
    created_by: { id: row.user_id ?? '', name: row.user_name ?? '' },
    applied_at: row.applied_at?.toISOString() ?? null,
    undone_at: row.undone_at?.toISOString() ?? null,
  }
}

export function wireMapping(mapping: ColumnMapping): WireMapping {
  return {
    separator: mapping.separator,
    sheet: mapping.sheet,
    decimal_mark: mapping.decimalMark,
    date_order: mapping.dateOrder,
    encoding: mapping.encoding,
    header_line: mapping.headerLine,
    amount_is: mapping.amountIs,
    dollar: mapping.dollar,
    price_unit: mapping.priceUnit,
    signs: mapping.signs,
    rows_are: mapping.rowsAre,
    as_of: mapping.asOf ?? null,
    ignored_words: [...mapping.ignoredWords],
    account: mapping.account,
    columns: mapping.columns.map(({ header, meaning }) => ({ header: header.slice(0, 200), meaning })),
    words: mapping.words.map(({ word, type, side }) => ({
      word: word.slice(0, 200),
      transaction_type: type,
      side,
    })),
  }
}

export function parseMapping(wire: WireMapping): ColumnMapping {
  return {
    separator: wire.separator,
    sheet: wire.sheet ?? null,
    decimalMark: wire.decimal_mark,
    dateOrder: wire.date_order,
    encoding: wire.encoding,
    headerLine: wire.header_line,
    amountIs: wire.amount_is ?? null,
    dollar: wire.dollar ?? null,
    priceUnit: wire.price_unit ?? null,
    signs: wire.signs ?? null,
    rowsAre: wire.rows_are ?? null,
    asOf: wire.as_of ?? null,
    ignoredWords: wire.ignored_words ?? [],
    account: wire.account ?? null,
    columns: wire.columns,
    words: wire.words.map(({ word, transaction_type, side }) => ({
      word,
      type: transaction_type,
      side: side ?? null,
    })),
  }
}

export function wireFile(
  file: FileRecord,
  counts: Counts,
  language: Language,
  familyCurrency: string,
): WireFile {
  const texts = textsIn(language)
  const waiting =
    file.state === 'needs_columns'
      ? texts.import_needs_columns
      : file.state === 'needs_account'
        ? texts.import_needs_account
        : null
  return {
    id: file.id,
    name: file.name,
    bytes: file.bytes,
    state: file.state,
    // The importers and the contract share the list of formats.
    format: file.format as WireFile['format'],
    preset: file.preset,
    message: file.trouble ? describeProblem(file.trouble, language) : waiting,
    account: file.account_id === null ? null : { id: file.account_id, name: file.account_name ?? '' },
    // Validated on input.
    new_account: file.new_account && wireNewAccount(file.new_account),
    suggested_account:
      file.account_id === null && file.state !== 'unreadable'
        ? wireNewAccount(suggestAccount(file, familyCurrency))
        : null,
    rows_count: Object.values(counts).reduce((sum, count) => sum + count, 0),
    source_rows: file.statement.rows ?? null,
    start_date: file.start_date,
    end_date: file.end_date,
    counts,
    mapping: file.mapping && wireMapping(completeMapping(file.mapping)),
    columns: (file.look?.columns ?? []).map(column => ({
      header: column.header,
      meaning: column.meaning,
      sample: column.sample,
      read_as: column.readAs,
      filled_count: column.filledCount,
      evidence: column.evidence ?? null,
    })),
    words: [...(file.look?.words ?? [])],
    first_lines: [...(file.look?.firstLines ?? [])],
    ...wireTables(file.look, language),
    warnings: file.warnings.map(({ line = 1, ...warning }) => ({
      ...placeOnPage(line, file.page_starts),
      message: describeProblem(warning, language),
    })),
    skipped: file.skipped.map(row => ({
      ...placeOnPage(row.line, file.page_starts),
      message: describeSkipped(row, language),
    })),
    skipped_count: file.skipped_count,
    pages_count: file.has_pages ? file.page_starts.length : 0,
    holdings: (file.holdings ?? []).map(({ line, date, instrument, quantity, price, priceCurrency }) => ({
      line,
      date,
      name: instrument.name ?? instrument.symbol ?? instrument.isin ?? '',
      isin: instrument.isin,
      quantity: Number(quantity),
      price: price === null ? null : Number(price),
      currency: priceCurrency,
      is_percent: instrument.contractSize === '0.01',
    })),
  }
}

export function wireNewAccount({ name, currency, custodian, number }: NewAccount): WireAccount {
  // The currency is validated on input, or stated by a file and checked by its reader.
  return {
    name,
    currency: currency as WireAccount['currency'],
    custodian: custodian ?? null,
    number: number ?? null,
  }
}

type TableFacts = Pick<
  WireFile,
  'sample_rows' | 'tables' | 'stated_day' | 'dates_settled' | 'has_unnamed_dollars' | 'outcome'
>

function wireTables(look: Look | null, language: Language): TableFacts {
  const { outcome } = look ?? {}
  return {
    sample_rows: (look?.sampleRows ?? []).map(({ line, cells }) => ({ line, cells: [...cells] })),
    tables: (look?.tables ?? []).map(({ sheet, headerLine, rowsCount }) => ({
      sheet,
      header_line: headerLine,
      rows_count: rowsCount,
    })),
    stated_day: look?.statedDay ?? null,
    dates_settled: look?.datesSettled ?? 0,
    has_unnamed_dollars: look?.hasUnnamedDollars ?? false,
    outcome: outcome
      ? {
          rows_count: look?.rowsCount ?? 0,
          ready_count: outcome.ready,
          skipped_count: outcome.skipped,
          problems: outcome.problems.map(({ code, count, lines, details }) => ({
            message: describeProblem({ code, ...details }, language),
            count,
            lines: [...lines],
          })),
        }
      : null,
  }
}

const number = (text: string | null | undefined): number | null => (text == null ? null : Number(text))

export function wireDraft(row: RowRecord, language: Language): WireDraft {
  const draft = row.fixed_draft ?? row.draft ?? {}
  const { facts } = row
  const texts = textsIn(language)
  const currency = facts?.currency ?? draft.currency ?? null
  const move = facts
    ? cashMoves(facts, draft.instrument ? toCashInstrument(draft.instrument) : null)[0]
    : undefined
  const stated = facts ? grossAmount(facts, move) : number(draft.amount)
  const before =
    row.file_before === null || row.line_before === null
      ? null
      : fillText(texts.import_was_line, { line: String(row.line_before), file: row.file_before })
  return {
    id: `${row.file_id}.${row.number}`,
    file_id: row.file_id,
    file_name: row.file_name,
    ...placeOnPage(row.line, row.page_starts),
    state: row.state,
    message:
      row.trouble && !row.is_left_out
        ? describeProblem(row.trouble, language)
        : row.kind === 'cancellation'
          ? texts.import_taken_back
          : row.is_settled
            ? texts.import_costs_of_cash
            : before,
    suggestion: row.trouble ? (row.suggestion ?? currencySuggestion(row)) : null,
    date: draft.date ?? null,
    settle_date: draft.settleDate ?? null,
    // A cash row that corrects a trade has its facts.
    transaction_type: draft.type ?? wireType(facts),
    side: draft.side ?? null,
    name: row.name ?? draft.instrument?.name ?? null,
    isin: row.isin,
    position_id: null,
    is_new_instrument: row.new_instrument !== null,
    stated_name: statedName(draft.instrument, row.instrument_name),
    quantity: number(draft.quantity),
    price: number(draft.price),
    currency: wireCurrency(currency),
    amount: stated,
    fees: number(row.is_settled ? facts?.fees : draft.fees),
    taxes: number(draft.taxes),
    net: number(move?.amount),
    note: draft.note ?? null,
    counter_amount: number(draft.counterAmount),
    counter_currency: wireCurrency(draft.counterCurrency),
    ratio: draft.numerator && draft.denominator ? `${draft.numerator}:${draft.denominator}` : null,
    is_fixed: row.fixed_draft !== null,
    raw: row.raw,
    is_probable_duplicate: !row.is_left_out && isProbableDuplicate(row),
    places: listPlaces(row),
    changes: row.state === 'changed' && row.facts_before && facts ? listChanges(row.facts_before, facts) : [],
  }
}

const wireType = (facts: StatementFacts | null): WireDraft['transaction_type'] =>
  TRANSACTION_TYPES.find(type => type === facts?.transaction_type) ?? null

type StatedInstrument = NonNullable<NonNullable<RowRecord['draft']>['instrument']>

/** A symbol may be that of another security, which only its name then tells. An ISIN is certain. */
function statedName(hint: StatedInstrument | null | undefined, known: string | null): string | null {
  const name = hint?.isin == null ? (hint?.name ?? null) : null
  if (name === null || known === null) return null
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  return plain(name) === plain(known) ? null : name
}

/** Minor units and codes that are no currencies are shown in the raw row. */
function wireCurrency(code: string | null | undefined): WireDraft['currency'] {
  return code != null && isCurrencyCode(code) ? (code as WireDraft['currency']) : null
}

/** Lines are counted from the top of their page in a PDF, and from the beginning of any other file. */
function placeOnPage(line: number, pageStarts: readonly number[]): { page: number | null; line: number } {
  const index = pageStarts.findLastIndex(start => start <= line)
  const start = pageStarts[index]
  return start === undefined ? { page: null, line } : { page: index + 1, line: line - start + 1 }
}

const isProbableDuplicate = ({ trouble }: RowRecord): boolean =>
  trouble?.code === 'probable_duplicate' || trouble?.code === 'probable_copy'

function listPlaces({ draft, page_starts: starts }: RowRecord): WireDraft['places'] {
  const places = draft?.places ?? {}
  return draftValues.flatMap(value =>
    (places[value] ?? []).flatMap(at => {
      const { page, line } = placeOnPage(at, starts)
      return page === null ? [] : [{ value, page, line }]
    }),
  )
}

/** Suggests the account's currency if none is given. */
function currencySuggestion(row: RowRecord): WireDraft['suggestion'] {
  if (row.trouble?.code !== 'no_currency') return null
  return { field: 'currency', value: row.account_currency, label: row.account_currency }
}

export const draftColumns: Record<string, (draft: WireDraft) => string | number | boolean | null> = {
  file: draft => draft.file_name,
  line: draft => draft.line,
  state: draft => draft.state,
  message: draft => draft.message,
  date: draft => draft.date,
  settle_date: draft => draft.settle_date,
  transaction_type: draft => draft.transaction_type,
  side: draft => draft.side,
  name: draft => draft.name,
  isin: draft => draft.isin,
  quantity: draft => draft.quantity,
  price: draft => draft.price,
  currency: draft => draft.currency,
  amount: draft => draft.amount,
  fees: draft => draft.fees,
  taxes: draft => draft.taxes,
  note: draft => draft.note,
  raw: draft => draft.raw,
  page: draft => draft.page,
}
