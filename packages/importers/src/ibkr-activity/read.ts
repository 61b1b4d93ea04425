import { noInstrument, type PartialDraft } from '../draft.ts'
import type { FlexRow } from '../ibkr-flex/attributes.ts'
import { tryRead } from '../ibkr-flex/attributes.ts'
import { readFlexRows } from '../ibkr-flex/read.ts'
import { RowProblem, UnreadableFile } from '../problem.ts'
import { type Collector, collector, type ReadContext, type Reading } from '../reading.ts'
import { parseMoment } from '../text/date.ts'
import { magnitude, parseDecimal } from '../text/decimal.ts'
import { toFlexRow } from './flex-rows.ts'
import { categoryCode, indexInstruments } from './instruments.ts'
import { readSections, type SectionRow, type Sections } from './sections.ts'
import { findMissingCash, historySection, readHistory } from './transaction-history.ts'

/** Sections that explain others or state values. What a section of another name holds is not known. */
const withoutTransactions =
  /^(Statement|Account Information|Net Asset Value|Change in NAV|.*\bPerformance Summary|Cash Report|Forex Balances|Net Stock Position Summary|(Change in|Open) Dividend Accruals|Interest Accruals|Option Exercises, Assignments and Expirations|Trade Summary by .*|.*Securities Lent\b.*|.*\bDetails|Financial Instrument Information|Base Currency Exchange Rate|Codes|(Legal )?Notes.*|Deposits On Hold|Location of Customer Assets.*|Change in Position Value.*)$/

/** Reads activity statements of Interactive Brokers as CSV: sections in one file, in the language of the account. */
export function readIbkrActivity(text: string, context: ReadContext = {}): Reading {
  const collect = collector(context)
  const sections = readSections(text)
  if (sections.rows.some(({ section }) => section === historySection))
    return readTransactionHistory(collect, sections)
  checkAccounts(sections)
  const period = beginStatement(collect, sections)
  for (const place of sections.headers) collect.skip(place, 'not_a_row')
  const instruments = indexInstruments(
    sections.rows.filter(({ section }) => section === 'Financial Instrument Information'),
  )
  const rows: FlexRow[] = []
  const trades = readableTrades(sections.rows)
  const traded = new Set([...trades].map(momentKey))
  for (const row of sections.rows) {
    const reason = findSkip(row, trades)
    if (reason) collect.skip(row.place, reason, reason === 'other_section' ? row.section : undefined)
    if (row.section === 'Cash Report' && !row.isTotal) rows.push(...readCashReport(row))
    if (reason) continue
    if (row.unknownColumn !== null)
      collect.problem(row.place, 'not_supported', { value: row.unknownColumn }, readPartial(row))
    else if (row.section === 'Transaction Fees') readTransactionFee(collect, row, traded)
    else if (row.cells['Asset Category'] !== undefined && categoryCode(row.cells['Asset Category']) === null)
      collect.problem(row.place, 'not_supported', { value: row.cells['Asset Category'] }, readPartial(row))
    else {
      const flexRow = toFlexRow(row, instruments, period.endDate)
      if (flexRow) rows.push(flexRow)
      else collect.problem(row.place, 'not_supported', { value: row.section }, readPartial(row))
    }
  }
  readFlexRows(collect, rows)
  return collect.finish()
}

function findSkip(row: SectionRow, trades: ReadonlySet<SectionRow>) {
  if (withoutTransactions.test(row.section)) return 'other_section' as const
  if (row.isTotal) return 'total' as const
  return row.section === 'Trades' && !trades.has(row) ? ('repeated' as const) : null
}

const readField = ({ rows }: Sections, section: string, name: string): string | null =>
  rows.find(row => row.section === section && row.cells['Field Name'] === name)?.cells['Field Value'] ?? null

/** A consolidated statement does not say which account its cash and holdings are of. */
function checkAccounts({ rows }: Sections): void {
  const named = rows.filter(row => !row.isTotal && row.cells.Account !== undefined)
  const accounts = [...new Set(named.map(row => row.cells.Account))]
  if (accounts.length > 1)
    throw new UnreadableFile('several_accounts', named[0]?.place.line ?? 1, { value: accounts.join(', ') })
}

function readPeriod(sections: Sections): { startDate: string | null; endDate: string | null } {
  const [first, last] = (readField(sections, 'Statement', 'Period') ?? '').split(' - ')
  const day = (name: string | undefined) => tryRead(() => parseMoment(name ?? '', 'ymd').date)
  const startDate = day(first)
  return { startDate, endDate: last === undefined ? startDate : day(last) }
}

function beginStatement(collect: Collector, sections: Sections): { endDate: string | null } {
  const period = readPeriod(sections)
  collect.statement({
    account: readField(sections, 'Account Information', 'Account'),
    name: readField(sections, 'Account Information', 'Account Alias'),
    currency: readField(sections, 'Account Information', 'Base Currency'),
    ...period,
  })
  return period
}

/** Reads a 'Transaction History': one table for all accounts, each a statement of its own. */
function readTransactionHistory(collect: Collector, sections: Sections): Reading {
  const currency = readField(sections, 'Summary', 'Base Currency')
  const period = readPeriod(sections)
  const rows = sections.rows.filter(({ section, cells }) => section === historySection && cells.Date)
  const byAccount = Map.groupBy(rows, ({ cells }) => cells.Account ?? null)
  const ending = byAccount.size === 1 ? findSummary(sections, 'Ending Cash') : undefined
  for (const [account, own] of byAccount) {
    collect.statement({ account, currency, ...period })
    readHistory(collect, own, currency)
  }
  if (ending) readEndingCash(collect, sections, { row: ending, rows, date: period.endDate })
  if (rows.length > 0) collect.warning(1, 'base_currency_only', { value: currency ?? '' })
  for (const place of sections.headers) collect.skip(place, 'not_a_row')
  const read = new Set([...rows, ending])
  for (const row of sections.rows) if (!read.has(row)) collect.skip(row.place, 'other_section', row.section)
  return collect.finish()
}

const findSummary = ({ rows }: Sections, name: string) =>
  rows.find(row => row.section === 'Summary' && row.cells['Field Name'] === name)

/** Starting cash and all rows must lead to the ending cash: a filtered file leaves some out. */
function readEndingCash(
  collect: Collector,
  sections: Sections,
  { row, rows, date }: { row: SectionRow; rows: readonly SectionRow[]; date: string | null },
): void {
  const currency = readField(sections, 'Summary', 'Base Currency')
  const readCash = (name: string) =>
    parseDecimal(readField(sections, 'Summary', name) ?? '', '.', name.toLowerCase())
  collect.row(row.place, () => {
    const ending = readCash('Ending Cash')
    collect.balance({ kind: 'closing', line: row.place.line, date, amount: ending, currency })
    const difference = findMissingCash(rows, { starting: readCash('Starting Cash'), ending })
    if (difference)
      throw new RowProblem('balance_differs', {
        field: currency ?? '',
        value: `${difference.computed} ≠ ${difference.stated}`,
      })
    collect.skip(row.place, 'other_section', row.section)
  })
}

const securityKey = ({ cells }: SectionRow) => `${cells['Asset Category']} ${cells.Currency} ${cells.Symbol}`

/** Orders, or the executions of a security that has no orders. Executions and closed lots repeat its orders. */
function readableTrades(rows: readonly SectionRow[]): ReadonlySet<SectionRow> {
  const trades = rows.filter(
    ({ section, isTotal, cells }) =>
      section === 'Trades' && !isTotal && !/^closed ?lot$/i.test(cells.DataDiscriminator ?? ''),
  )
  const isOrder = ({ cells }: SectionRow) => /^order$/i.test(cells.DataDiscriminator ?? '')
  const ordered = new Set(trades.filter(isOrder).map(securityKey))
  return new Set(
    trades.filter(
      row =>
        isOrder(row) || !ordered.has(securityKey(row)) || /cancel/i.test(row.cells.DataDiscriminator ?? ''),
    ),
  )
}

/** Security and time of a row. */
const momentKey = ({ cells }: SectionRow) => `${cells.Symbol} ${cells['Date/Time']}`

/** Taxes and fees of a trade are part of its commission. What names no trade may be charged apart. */
function readTransactionFee(collect: Collector, row: SectionRow, traded: ReadonlySet<string>): void {
  const { cells, place, section } = row
  if (traded.has(momentKey(row))) collect.skip(place, 'repeated')
  else collect.problem(place, 'not_supported', { value: cells.Description ?? section }, readPartial(row))
}

/** What a row that is not read states about money, for the person who enters it. */
function readPartial({ cells }: SectionRow): PartialDraft {
  const date = tryRead(() => parseMoment(cells['Date/Time'] ?? cells.Date ?? '', 'ymd').date)
  const amount =
    cells.Amount === undefined ? null : tryRead(() => parseDecimal(cells.Amount ?? '', '.', 'amount'))
  return {
    ...(date === null ? {} : { date }),
    ...(amount === null ? {} : { amount: magnitude(amount) }),
    ...(cells.Currency === undefined ? {} : { currency: cells.Currency }),
    ...(cells.Description === undefined ? {} : { note: cells.Description }),
    ...(cells.Symbol === undefined ? {} : { instrument: { ...noInstrument, symbol: cells.Symbol } }),
  }
}

/** The balances of one currency. The summary in the base currency is none. */
function readCashReport({ cells, place }: SectionRow): FlexRow[] {
  const [name] = Object.values(cells)
  const kind = /^starting cash$/i.test(name ?? '')
    ? 'startingCash'
    : /^ending cash$/i.test(name ?? '')
      ? 'endingCash'
      : null
  if (kind === null) return []
  const attributes = { currency: cells.Currency ?? '', [kind]: cells.Total ?? '' }
  return [{ element: 'CashReportCurrency', place, attributes }]
}
