import { crossRate, type PositionRow, parseDay, positionRows } from '@plumbline/engine'
import { cashName } from '../../figures/position-rows.ts'
import { defineQuery, type Portfolio } from '../../queries/query.ts'
import { queryEngine, readScope } from '../../queries/query-scope.ts'
import {
  type ComparedLine,
  type Comparison,
  compareStatement,
  type LedgerLine,
  type Tolerance,
} from './compare-statement.ts'
import type { RecentTransaction, StatementRow } from './statements.store.ts'

export interface ReconciliationInput {
  accounts: { id: string; currency: string; tolerance: Tolerance; statements: StatementRow[] }[]
}

export interface ComparedStatement extends Comparison {
  account: string
  date: string
  breaksCount: number
  /** The date since which each line differs, by its key. */
  since: Record<string, string>
}

/** Compares statements of accounts with the ledger on their day, newest first. */
export const reconciliationQuery = defineQuery(
  'reconciliation',
  (portfolio, { accounts }: ReconciliationInput): Record<string, ComparedStatement[]> =>
    Object.fromEntries(
      accounts
        .filter(({ id }) => portfolio.view.accounts.includes(id))
        .map(account => [account.id, compareAll(portfolio, account)]),
    ),
)

export function compareAll(
  portfolio: Portfolio,
  account: ReconciliationInput['accounts'][number],
): ComparedStatement[] {
  return addSince(account.statements.map(statement => compareOnDay(portfolio, account, statement)))
}

function compareOnDay(
  portfolio: Portfolio,
  { id, currency, tolerance }: ReconciliationInput['accounts'][number],
  { date, lines, transactions }: StatementRow,
): ComparedStatement {
  const day = parseDay(date)
  const ledger = listLedgerLines(portfolio, id, currency, date, transactions)
  const { snapshot } = portfolio
  const market = { pivot: snapshot.pivot, rates: snapshot.rates, prices: new Map() }
  const rateFrom = (from: string) => crossRate(market, from, currency, Math.min(day, portfolio.view.asOf))
  const compare = compareStatement(ledger, lines, tolerance, rateFrom)
  return {
    ...compare,
    account: id,
    date,
    breaksCount: compare.lines.filter(isBreak).length,
    since: {},
  }
}

export function isBreak({ cause, isWithinTolerance }: ComparedLine): boolean {
  return cause !== null && !isWithinTolerance
}

function listLedgerLines(
  portfolio: Portfolio,
  account: string,
  currency: string,
  date: string,
  transactions: readonly RecentTransaction[],
): LedgerLine[] {
  const period = { name: null, start_date: null, end_date: date }
  const settings = { period, currency }
  const scope = readScope(portfolio, { settings, filters: { filter_account: [account] } })
  if (scope.firstTransaction === null || scope.firstTransaction > parseDay(date)) return []
  const whole = queryEngine(portfolio, scope)
  const isIn = (position: number) => whole.isIn[position] === 1
  const held = positionRows(portfolio.snapshot, whole.views, isIn, whole.period, 'open')
  const cash = positionRows(portfolio.snapshot, whole.views, isIn, whole.period, 'cash')
  return [...held, ...cash].map(row => toStatedLine(portfolio, row, transactions))
}

function toStatedLine(
  { snapshot, metadata, ...rest }: Portfolio,
  row: PositionRow,
  transactions: readonly RecentTransaction[],
): LedgerLine {
  const instrument = snapshot.instruments[snapshot.positions.instrument[row.index] ?? -1]
  const { currency } = row.original
  const near = transactions.filter(transaction =>
    instrument ? transaction.instrument_id === instrument.id : transaction.currency === currency,
  )
  const change = (transaction: RecentTransaction) => (instrument ? transaction.quantity : transaction.cash)
  return {
    instrument: instrument?.id ?? null,
    positionId: row.key,
    name: instrument?.name ?? cashName({ snapshot, metadata, ...rest }, currency),
    isin: instrument?.isin ?? null,
    symbol: metadata.symbols.get(instrument?.id ?? '') ?? null,
    currency,
    quantity: row.side === 'short' ? -row.quantity : row.quantity,
    price: instrument ? row.original.priceCurrent : null,
    ownValue: row.original.value,
    value: row.calculated.value,
    accrued: row.original.accrued,
    contractSize: row.contractSize,
    unsettled: near
      .filter(transaction => transaction.is_unsettled)
      .reduce((sum, transaction) => sum + change(transaction), 0),
    recent: near.map(change).filter(quantity => quantity !== 0),
  }
}

/** A line differs since the oldest of the consecutive statements that show the difference. */
function addSince(statements: ComparedStatement[]): ComparedStatement[] {
  return statements.map((statement, place) => ({
    ...statement,
    since: Object.fromEntries(
      statement.lines.filter(isBreak).map(({ key }) => {
        let since = statement.date
        for (const older of statements.slice(place + 1)) {
          if (!older.lines.some(line => line.key === key && isBreak(line))) break
          since = older.date
        }
        return [key, since]
      }),
    ),
  }))
}
