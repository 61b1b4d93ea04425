import type {
  ColumnMapping,
  Draft,
  FileReading,
  PdfPage,
  Problem,
  Reading,
  Statement,
} from '@plumbline/importers'
import type { NewRow } from '../write-rows.store.ts'
import type { AccountPlace, NewFile } from './import-files.store.ts'
import { collectStated, statesAccount } from './stated-account.ts'

interface Upload {
  name: string
  bytes: Uint8Array
}

/** Splits an upload into one file per account. */
export function splitUpload(
  upload: Upload,
  reading: FileReading,
  accounts: readonly AccountPlace[],
  mapping: ColumnMapping | null = null,
): NewFile[] {
  const base = {
    name: upload.name,
    bytes: upload.bytes.length,
    format: reading.format,
    preset: null,
    trouble: null,
    statement: {},
    stated: null,
    mapping,
    look: null,
    signature: null,
    needsColumns: false,
    accountId: null,
    startDate: null,
    endDate: null,
    content: null,
    page_starts: [],
    pages: null,
    rows: [],
    warnings: [],
    skipped: [],
    skipped_count: 0,
  }
  if (reading.state === 'unreadable')
    return [{ ...base, trouble: { code: reading.code, line: reading.line, ...reading.details } }]
  if (reading.state === 'needs_columns') {
    const { csv, signature } = reading
    const accountId = accountIn(csv.firstLines, accounts)?.id ?? null
    const shown = { mapping: csv.mapping, look: csv, signature, content: upload.bytes }
    return [{ ...base, ...shown, needsColumns: true, accountId }]
  }
  const shared = {
    ...base,
    preset: reading.preset?.name ?? null,
    look: reading.csv,
    signature: reading.signature,
    // Kept so that a table can be read again with another mapping.
    content: reading.csv ? upload.bytes : null,
    ...keepPages(reading.pages ?? []),
  }
  const { statements } = reading.reading
  if (statements.length === 0) return [{ ...base, trouble: { code: 'no_rows', line: 1 } }]
  const kept = statements.map((statement, index) => ({
    index,
    statement,
    rows: collectRows(reading.reading, index, index === 0),
    ...collectNotices(reading.reading, index),
  }))
  const filled = kept.filter(({ rows }) => rows.length > 0)
  const stating = Map.groupBy(
    kept.filter(({ index }) => statesAccount(reading.reading, index)),
    ({ statement }) => statement.account,
  )
  const empty = [...stating.values()].flatMap(([first]) => first ?? [])
  const files = filled.length > 0 ? filled : empty.length > 0 ? empty : kept.slice(0, 1)
  /** A statement with rows, and those of the same account without, such as of other currencies. */
  const listPlaces = (own: number, account: string | null) =>
    kept
      .filter(
        ({ index, statement }) =>
          index === own || (!files.some(each => each.index === index) && statement.account === account),
      )
      .map(({ index }) => index)
  return files.map(({ index, statement, rows, ...notices }) => ({
    ...shared,
    ...notices,
    // Each account of a table is a file of its own, which is read again for its rows alone.
    mapping: mapping && kept.length > 1 ? { ...mapping, account: statement.account } : mapping,
    statement: { ...statement, currency: statement.currency ?? onlyCurrency(reading.reading, index) },
    stated: collectStated(reading.reading, listPlaces(index, statement.account)),
    startDate: statement.startDate,
    endDate: statement.endDate,
    accountId: accountFor(statement, accounts)?.id ?? null,
    rows,
  }))
}

/** The currency of all payments of a file that names none for the account; null if they differ or one has none. */
function onlyCurrency({ drafts }: Reading, index: number): string | null {
  const paid = drafts.filter(({ statement, amount, net }) => statement === index && (amount ?? net) !== null)
  const currencies = new Set(paid.map(({ currency }) => currency))
  const [only = null] = currencies
  return currencies.size === 1 ? only : null
}

/** Pages of a PDF are shown beside its rows, unless it has more lines than anybody would look through. */
const maxShownLines = 20_000

function keepPages(pages: readonly PdfPage[]): Pick<NewFile, 'page_starts' | 'pages'> {
  const starts: number[] = []
  let next = 1
  for (const { lines } of pages) {
    starts.push(next)
    next += lines.length
  }
  return { page_starts: starts, pages: pages.length > 0 && next <= maxShownLines ? pages : null }
}

/** The rows of one account by line. Cancellations name no account and go with the first. */
function collectRows(reading: Reading, statement: number, isFirst: boolean): NewRow[] {
  const rows: Omit<NewRow, 'number'>[] = [
    ...reading.drafts.filter(draft => draft.statement === statement).map(draftRow),
    ...reading.problems.filter(problem => problem.statement === statement).map(problemRow),
    ...(isFirst ? reading.cancellations : []).map(({ line, key, raw }) => ({
      line,
      kind: 'cancellation' as const,
      key,
      raw,
      draft: null,
      trouble: null,
    })),
  ]
  return rows.sort((a, b) => a.line - b.line).map((row, index) => ({ ...row, number: index + 1 }))
}

/** Skipped rows that are listed one by one; a legal notice may have hundreds of lines. */
const maxListed = 200

function collectNotices(
  reading: Reading,
  index: number,
): Pick<NewFile, 'warnings' | 'skipped' | 'skipped_count'> {
  const skipped = reading.skipped.filter(({ statement }) => statement === index)
  return {
    warnings: reading.warnings
      .filter(({ statement }) => statement === index)
      .map(({ line, code, details }) => ({ line, code, ...details })),
    skipped: skipped.slice(0, maxListed).map(({ line, code, value }) => ({ line, code, value })),
    skipped_count: skipped.length,
  }
}

function draftRow({ raw, key, line, statement: _, ...draft }: Draft): Omit<NewRow, 'number'> {
  return { line, kind: 'draft', key, raw, draft, trouble: null }
}

function problemRow({ line, key, raw, draft, code, field, value }: Problem): Omit<NewRow, 'number'> {
  const details = { ...(field === null ? {} : { field }), ...(value === null ? {} : { value }) }
  return { line, kind: 'problem', key, raw, draft, trouble: { code, ...details } }
}

/** An account number or name without its punctuation. */
export const plainNumber = (text: string) => text.replace(/[\s./-]/g, '').toLowerCase()

/**
 * An account number without the words after it. They say which of its statements it is: the custody ('***001 Depot')
 * and the cash statement ('***001') are of one account.
 */
export function withoutKind(number: string): string {
  const words = number.trim().split(/\s+/)
  const end = words.findLastIndex(word => /\d/.test(word)) + 1
  return words.slice(0, end === 0 ? words.length : end).join(' ')
}

/** The only account whose number appears above a table. */
function accountIn(lines: readonly string[], accounts: readonly AccountPlace[]): AccountPlace | null {
  const text = plainNumber(lines.join(' '))
  const named = accounts.filter(({ numbers }) =>
    numbers.some(number => plainNumber(number).length > 3 && text.includes(plainNumber(number))),
  )
  return named.length === 1 ? (named[0] ?? null) : null
}

/** The account of a statement, by its number or name; null if several could be meant. */
function accountFor(statement: Statement, accounts: readonly AccountPlace[]): AccountPlace | null {
  const number = statement.account && plainNumber(statement.account)
  if (number) {
    const short = (text: string) => plainNumber(withoutKind(text))
    const exact = accounts.filter(({ numbers }) => numbers.some(each => plainNumber(each) === number))
    const found =
      exact.length > 0
        ? exact
        : accounts.filter(({ numbers }) =>
            numbers.some(each => short(each) === short(statement.account ?? '')),
          )
    if (found.length > 0) return found.length === 1 ? (found[0] ?? null) : null
  }
  const names = [statement.account, statement.name].flatMap(name => (name ? [plainNumber(name)] : []))
  const named = accounts.filter(account => names.includes(plainNumber(account.name)))
  return named.length === 1 ? (named[0] ?? null) : null
}
