import { crossRate, dayOf, type PositionRow, positionRows } from '@plumbline/engine'
import { cashName } from '../../figures/position-rows.ts'
import { type Portfolio, part } from '../../queries/query.ts'
import { queryEngine, readScope } from '../../queries/query-scope.ts'
import {
  type ComparedLine,
  type Comparison,
  compareStatement,
  type LedgerLine,
  type Tolerance,
} from './compare.ts'
import type { StatementRow, TransactionNear } from './statements.store.ts'

export interface ToCompare {
  accounts: { id: string; currency: string; tolerance: Tolerance; statements: StatementRow[] }[]
}

export interface ComparedStatement extends Comparison {
  account: string
  date: string
  breaksCount: number
  /** Since when each line differs, by its key. */
  since: Record<string, string>
}

/** Statements of accounts beside the ledger, each on its day, newest first. */
export const reconciliationPart = part(
  (portfolio, { accounts }: ToCompare): Record<string, ComparedStatement[]> =>
    Object.fromEntries(
      accounts
        .filter(({ id }) => portfolio.view.accounts.includes(id))
        .map(account => [account.id, compareAll(portfolio, account)]),
    ),
)

export function compareAll(
  portfolio: Portfolio,
  account: ToCompare['accounts'][number],
): ComparedStatement[] {
  return withSince(account.statements.map(statement => compareOne(portfolio, account, statement)))
}

function compareOne(
  portfolio: Portfolio,
  { id, currency, tolerance }: ToCompare['accounts'][number],
  { date, lines, transactions }: StatementRow,
): ComparedStatement {
  const day = dayOf(date)
  const ledger = ledgerLines(portfolio, id, currency, date, transactions)
  const { snapshot } = portfolio
  const market = { pivot: snapshot.pivot, rates: snapshot.rates, prices: new Map() }
  const into = (from: string) => crossRate(market, from, currency, Math.min(day, portfolio.view.asOf))
  const compared = compareStatement(ledger, lines, tolerance, into)
  return {
    ...compared,
    account: id,
    date,
    breaksCount: compared.lines.filter(isBreak).length,
    since: {},
  }
}

export function isBreak({ cause, isWithinTolerance }: ComparedLine): boolean {
  return cause !== null && !isWithinTolerance
}

function ledgerLines(
  portfolio: Portfolio,
  account: string,
  currency: string,
  date: string,
  transactions: readonly TransactionNear[],
): LedgerLine[] {
  const period = { name: null, start_date: null, end_date: date }
  // The contract checked the currency of the account when it was made.
  const settings = { period, currency: currency as never }
  const scope = readScope(portfolio, { settings, filters: { filter_account: [account] } })
  if (scope.firstTransaction === null || scope.firstTransaction > dayOf(date)) return []
  const whole = queryEngine(portfolio, scope)
  const isIn = (position: number) => whole.isIn[position] === 1
  const held = positionRows(portfolio.snapshot, whole.views, isIn, whole.period, 'open')
  const cash = positionRows(portfolio.snapshot, whole.views, isIn, whole.period, 'cash')
  return [...held, ...cash].map(row => lineOf(portfolio, row, transactions))
}

function lineOf(
  { snapshot, names, ...rest }: Portfolio,
  row: PositionRow,
  transactions: readonly TransactionNear[],
): LedgerLine {
  const instrument = snapshot.instruments[snapshot.positions.instrument[row.index] ?? -1]
  const { currency } = row.original
  const near = transactions.filter(transaction =>
    instrument ? transaction.instrument_id === instrument.id : transaction.currency === currency,
  )
  const change = (transaction: TransactionNear) => (instrument ? transaction.quantity : transaction.cash)
  return {
    instrument: instrument?.id ?? null,
    positionId: row.key,
    name: instrument?.name ?? cashName({ snapshot, names, ...rest }, currency),
    isin: instrument?.isin ?? null,
    symbol: names.symbols.get(instrument?.id ?? '') ?? null,
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

/** A line differs since the first of the statements in a row that shows it. */
function withSince(statements: ComparedStatement[]): ComparedStatement[] {
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
