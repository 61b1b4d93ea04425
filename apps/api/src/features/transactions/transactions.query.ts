import {
  categoryOf,
  contract,
  type Transaction,
  transactionFieldNames,
  transactionStatuses,
} from '@plumbline/contract'
import { dayOf, positionsInScope } from '@plumbline/engine'
import { type LineShare, ledgerLines, linesOfPosition } from '../../figures/ledger-lines.ts'
import { visiblePosition } from '../../figures/positions-by-id.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { csvPieces } from '../../platform/http/csv.ts'
import { pageLinks } from '../../platform/http/page-links.ts'
import { type Asked, answer, type Portfolio } from '../../queries/query.ts'
import { basisOf, type QueryScope, readScope } from '../../queries/query-scope.ts'
import { noteOf } from '../../snapshots/ledger-columns.ts'
import { inLineOrder } from './line-order.ts'
import { transactionInScope } from './line-scope.ts'
import { moneyOfLine, pairOf, postingRates, typeOfLine, wireTransaction } from './transaction-row.ts'

type List = typeof contract.transactions.list
type OfPosition = typeof contract.transactions.ofPosition
type Query = Asked<List>['query']
type Body = Asked<List>['body']

/** The transactions of a scope and period. */
export const transactionsListAnswer = answer<List>(
  contract.transactions.list,
  (portfolio, asked) => reply(portfolio, listed(portfolio, asked), contract.transactions.list.path, asked),
  (portfolio, asked) => csvRows(portfolio, listed(portfolio, asked)),
)

/** The transactions of one position. */
export const transactionsOfPositionAnswer = answer<OfPosition>(
  contract.transactions.ofPosition,
  (portfolio, asked) => {
    const path = contract.transactions.ofPosition.path.replace(':positionId', asked.params.positionId)
    return reply(portfolio, listedOfPosition(portfolio, asked), path, asked)
  },
  (portfolio, asked) => csvRows(portfolio, listedOfPosition(portfolio, asked)),
)

interface Listed {
  scope: QueryScope
  lines: LineShare[]
  rates: Float64Array
}

function listed(portfolio: Portfolio, { query, body }: Asked<List>): Listed {
  const { snapshot } = portfolio
  const scope = readScope(portfolio, body)
  const isIn = positionsInScope(snapshot, scope.mask, scope.filter)
  const isTransactionIn = transactionInScope(portfolio, scope.mask, scope.filter)
  const all = ledgerLines(portfolio)
  const found: LineShare[] = []
  for (let line = 0; line < all.count; line += 1) {
    const position = all.position[line] ?? -1
    const isInScope = position < 0 ? isTransactionIn(all.transaction[line] ?? 0) : isIn[position] === 1
    if (isInScope) found.push({ line, share: 1 })
  }
  return narrowed(portfolio, scope, found, query, body)
}

function listedOfPosition(portfolio: Portfolio, { params, query, body }: Asked<OfPosition>): Listed {
  const position = visiblePosition(portfolio, params.positionId)
  const scope = readScope(portfolio, body)
  const isClosed = (portfolio.snapshot.positions.closeDay[position] ?? 0) <= scope.period.to
  if (query.match && isClosed !== (query.match === 'closed')) throw new AppError('not_found')
  const { match: _, ...rest } = query
  return narrowed(portfolio, scope, linesOfPosition(portfolio, position), rest, body)
}

/** Of the lines those that the query and the period leave, in their order. */
function narrowed(
  portfolio: Portfolio,
  scope: QueryScope,
  found: readonly LineShare[],
  query: Query,
  body: Body,
): Listed {
  const { ledger } = portfolio.names
  const all = ledgerLines(portfolio)
  const types = new Set<string>(body.settings.transaction_types)
  const to = lastDayOf(scope, body)
  const says = query.q ? textFinder(portfolio, query.q) : () => true
  const lines = found.filter(({ line }) => {
    const place = all.transaction[line] ?? 0
    const part = all.part[line] ?? 0
    const day = ledger.day[place] ?? 0
    if (day < scope.period.from || day > to) return false
    const type = typeOfLine(portfolio, place, part)
    if (types.size > 0 && !types.has(type)) return false
    if (query.category && categoryOf(type) !== query.category) return false
    const status = transactionStatuses[ledger.status[place] ?? -1]
    if (query.status ? status !== query.status : place >= ledger.inForce) return false
    return says(place, part)
  })
  const rates = postingRates(portfolio, scope.currency)
  return { scope, lines: inLineOrder(portfolio, lines, query.order_by, rates), rates }
}

/**
 * Figures end with the last close. A list of transactions whose period runs until now does not: what was posted since
 * then is shown, or nobody would find what they have just entered.
 */
function lastDayOf({ period }: QueryScope, { settings }: Body): number {
  const asked = settings.period
  if (!asked || (asked.name !== null && !/^\d{4}$/.test(asked.name))) return Number.POSITIVE_INFINITY
  if (asked.name !== null) return dayOf(`${asked.name}-12-31`)
  return asked.end_date === null ? Number.POSITIVE_INFINITY : Math.max(dayOf(asked.end_date), period.to)
}

function textFinder(portfolio: Portfolio, q: string): (place: number, part: number) => boolean {
  const { snapshot, names } = portfolio
  const wanted = q.toLowerCase()
  return (place, part) => {
    const instrument = snapshot.instruments[names.ledger.instrument[place] ?? -1]
    const name = instrument?.name ?? pairOf(portfolio, place, typeOfLine(portfolio, place, part))
    const texts = [name, instrument?.isin, noteOf(names.ledger, place)]
    return texts.some(text => text?.toLowerCase().includes(wanted))
  }
}

function reply(
  portfolio: Portfolio,
  { scope, lines, rates }: Listed,
  path: string,
  asked: { query: Query; body: Body },
) {
  const { limit, offset } = asked.query
  return {
    ...pageLinks(path, asked.query, lines.length),
    count: lines.length,
    data: lines.slice(offset, offset + limit).map(line => wireTransaction(portfolio, line, rates)),
    total: totalsOf(portfolio, lines, rates),
    basis: basisOf(portfolio, scope),
  }
}

/** Sums over all lines. Where a rate is missing, so is the sum: part of it would pass for all of it. */
function totalsOf(portfolio: Portfolio, lines: readonly LineShare[], rates: Float64Array) {
  const all = ledgerLines(portfolio)
  let amount = 0
  let fees = 0
  let taxes = 0
  for (const { line, share } of lines) {
    const place = all.transaction[line] ?? 0
    const money = moneyOfLine(portfolio, place, all.part[line] ?? 0)
    const rate = (rates[place] ?? Number.NaN) * share
    if (!Number.isNaN(money.settled) && money.settled !== 0) amount += money.settled * rate
    if (money.fees !== 0) fees += money.fees * rate
    if (money.taxes !== 0) taxes += money.taxes * rate
  }
  const known = (sum: number) => (Number.isNaN(sum) ? null : sum)
  return { calculated_amount: known(amount), calculated_fees: known(fees), calculated_taxes: known(taxes) }
}

type CellReader = (row: Transaction) => string | number | null

const columns: Record<string, CellReader> = Object.fromEntries(
  transactionFieldNames.map((field): [string, CellReader] => [field, row => cellOf(row[field])]),
)

/** Of something named its name. */
function cellOf(value: Transaction[(typeof transactionFieldNames)[number]]): string | number | null {
  return typeof value === 'object' && value !== null ? value.name : value
}

function csvRows(portfolio: Portfolio, { lines, rates }: Listed) {
  return csvPieces(columns, rowsOf(portfolio, lines, rates))
}

function* rowsOf(portfolio: Portfolio, lines: readonly LineShare[], rates: Float64Array) {
  for (const line of lines) yield wireTransaction(portfolio, line, rates)
}
