import { limits } from '../limits.ts'
import { UnreadableFile } from '../problem.ts'
import { type Collector, collector, type ReadContext, type Reading } from '../reading.ts'
import { wholeCurrency } from '../text/currency.ts'
import { scanXml } from '../xml/scan.ts'
import {
  currencyAttribute,
  dayAttribute,
  type FlexRow,
  flexInstrument,
  numberAttribute,
  requireNumber,
  textAttribute,
  tryRead,
} from './attributes.ts'
import { readCash, readSalesTax, readTransfer } from './cash.ts'
import { readCorporateActions } from './corporate-actions.ts'
import { findExercises } from './exercises.ts'
import { type CancelledTrade, findCancelled, indexCancellations, readTrade, tradeId } from './trades.ts'

/** Elements that are read. Other sections repeat these or do not concern a ledger. */
const wanted = new Set([
  'Trade',
  'Order',
  'CashTransaction',
  'CorporateAction',
  'OptionEAE',
  'Transfer',
  'SalesTax',
  'OpenPosition',
  'CashReportCurrency',
])

/** Reads Flex queries of Interactive Brokers in XML. Each statement is an account. */
export function readIbkrFlex(text: string, context: ReadContext = {}): Reading {
  const collect = collector(context)
  let rows: FlexRow[] = []
  let isFlex = false
  let count = 0
  scanXml(text, {
    open(name, attributes, line) {
      if (name === 'FlexQueryResponse') isFlex = true
      else if (name === 'FlexStatement') {
        rows = []
        beginStatement(collect, { element: name, attributes, place: { line, raw: '' } })
      } else if (name === 'AccountInformation') {
        const statement = collect.currentStatement()
        statement.currency ??= attributes.currency?.trim() || null
        statement.name ??= attributes.acctAlias?.trim() || null
      } else if (isFlex && Object.keys(attributes).length > 0 && name !== 'FlexStatements') {
        if (!wanted.has(name)) {
          collect.skip({ line, raw: '' }, 'other_section', name)
          return
        }
        count += 1
        if (count > limits.rows)
          throw new UnreadableFile('too_many_rows', line, { value: String(limits.rows) })
        rows.push({ element: name, attributes, place: { line, raw: formatRaw(name, attributes) } })
      }
    },
    text() {},
    close(name) {
      if (name !== 'FlexStatement') return
      readFlexRows(collect, rows)
      rows = []
    },
  })
  if (!isFlex) throw new UnreadableFile('unknown_format', 1)
  // Rows outside a statement belong to the last account.
  readFlexRows(collect, rows)
  return collect.finish()
}

function formatRaw(name: string, attributes: Readonly<Record<string, string>>): string {
  let raw = `<${name}`
  for (const key in attributes) {
    if (attributes[key] !== '') raw += ` ${key}="${attributes[key]}"`
    if (raw.length > limits.rawChars) break
  }
  return `${raw}>`
}

function beginStatement(collect: Collector, row: FlexRow): void {
  collect.statement({
    account: textAttribute(row, 'accountId'),
    startDate: tryRead(() => dayAttribute(row, 'fromDate')),
    endDate: tryRead(() => dayAttribute(row, 'toDate')),
  })
}

const byElement = (rows: readonly FlexRow[], name: string) => rows.filter(row => row.element === name)
const detailLevel = (row: FlexRow) => (row.attributes.levelOfDetail ?? '').toUpperCase()

/** Reads the rows of one account. */
export function readFlexRows(collect: Collector, rows: readonly FlexRow[]): void {
  const trades = executions(rows)
  skipRepeated(collect, rows, new Set(trades))
  readTrades(collect, trades, byElement(rows, 'OptionEAE'))
  for (const row of withoutSummaries(collect, byElement(rows, 'CashTransaction')))
    collect.row(row.place, () => readCash(collect, row))
  for (const row of byElement(rows, 'SalesTax')) collect.row(row.place, () => readSalesTax(collect, row))
  for (const row of byElement(rows, 'Transfer')) collect.row(row.place, () => readTransfer(collect, row))
  readCorporateActions(collect, withoutSummaries(collect, byElement(rows, 'CorporateAction')))
  for (const row of byElement(rows, 'OpenPosition'))
    if (detailLevel(row) === 'LOT') collect.skip(row.place, 'repeated')
    else collect.row(row.place, () => readHolding(collect, row))
  for (const row of byElement(rows, 'CashReportCurrency'))
    collect.fact(row.place, () => readBalances(collect, row))
}

/** Leaves out the sums of rows that the file states one by one; a query may have sums only. */
function withoutSummaries(collect: Collector, rows: readonly FlexRow[]): readonly FlexRow[] {
  const details = rows.filter(row => detailLevel(row) !== 'SUMMARY')
  if (details.length === 0) return rows
  for (const row of rows) if (detailLevel(row) === 'SUMMARY') collect.skip(row.place, 'total')
  return details
}

/** Executions, or orders if the query has no executions. Lots and summaries repeat them. */
function executions(rows: readonly FlexRow[]): FlexRow[] {
  const trades = byElement(rows, 'Trade').filter(
    row => detailLevel(row) === '' || detailLevel(row) === 'EXECUTION',
  )
  if (trades.length > 0) return trades
  return rows.filter(
    row =>
      (row.element === 'Order' || row.element === 'Trade') &&
      (detailLevel(row) === '' || detailLevel(row) === 'ORDER'),
  )
}

/** Orders, lots and sums repeat the executions, and the list of exercises explains them. */
function skipRepeated(collect: Collector, rows: readonly FlexRow[], trades: ReadonlySet<FlexRow>): void {
  for (const row of rows)
    if (/^(Trade|Order|OptionEAE)$/.test(row.element) && !trades.has(row)) collect.skip(row.place, 'repeated')
}

function readTrades(collect: Collector, trades: readonly FlexRow[], ends: readonly FlexRow[]): void {
  const cancelling = new Map<FlexRow, CancelledTrade>()
  for (const row of trades) {
    const cancelled = findCancelled(row)
    if (cancelled) cancelling.set(row, cancelled)
  }
  const findCancelling = indexCancellations(cancelling)
  const standing: FlexRow[] = []
  for (const row of trades) {
    if (cancelling.has(row)) continue
    const cancelledBy = findCancelling(row)
    if (cancelledBy) collect.skip(row.place, 'cancelled', String(cancelledBy.place.line))
    else standing.push(row)
  }
  const byId = new Map(standing.map(row => [tradeId(row), row]))
  for (const [row, { id }] of cancelling) {
    // A corrected trade with the same id replaces the one that an earlier statement brought.
    const corrected = id === null ? undefined : byId.get(id)
    if (corrected) collect.skip(row.place, 'corrected', String(corrected.place.line))
    else if (id === null) collect.problem(row.place, 'missing_field', { field: 'origTradeID' })
    else collect.cancellation(row.place, `id:trade:${id}`)
  }
  const { byRow, cashSettled } = findExercises(standing, ends)
  for (const row of standing) {
    if (cashSettled.has(row)) collect.problem(row.place, 'no_settlement_amount')
    else collect.row(row.place, () => readTrade(collect, row, byRow.get(row) ?? null))
  }
}

function readHolding(collect: Collector, row: FlexRow): void {
  const instrument = flexInstrument(row)
  if (!instrument) {
    collect.skip(row.place, 'total')
    return
  }
  const currency = currencyAttribute(row)
  collect.holding(row.place, {
    date: dayAttribute(row, 'reportDate'),
    instrument,
    quantity: requireNumber(row, 'position'),
    price: numberAttribute(row, 'markPrice'),
    priceCurrency: currency,
    value: numberAttribute(row, 'positionValue'),
    valueCurrency: wholeCurrency(currency),
    accrued: numberAttribute(row, 'accruedInt'),
  })
}

function readBalances(collect: Collector, row: FlexRow): void {
  if (!/^[A-Z]{3}$/.test(row.attributes.currency ?? '')) return
  const statement = collect.currentStatement()
  const kinds = [
    ['opening', 'startingCash', statement.startDate],
    ['closing', 'endingCash', statement.endDate],
  ] as const
  for (const [kind, name, date] of kinds) {
    const amount = numberAttribute(row, name)
    if (amount !== null)
      collect.balance({ line: row.place.line, kind, date, currency: row.attributes.currency ?? null, amount })
  }
}
