import { contract, type Transaction, transactionFieldNames, transactionStatuses } from '@plumbline/contract'
import { parseDay, positionsInScope, TRANSACTION_TYPE_RULES, textAt } from '@plumbline/engine'
import { describedColumns, fieldColumns } from '../../figures/export-columns.ts'
import { type LineShare, ledgerLines, linePart, positionLines } from '../../figures/ledger-lines.ts'
import { visiblePosition } from '../../figures/positions-by-id.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { csvChunks } from '../../platform/http/bodies/csv.ts'
import { pageLinks } from '../../platform/http/page-links.ts'
import { computePagedList } from '../../queries/paged-list.ts'
import { defineEndpointQuery, type EndpointCall, type Portfolio } from '../../queries/query.ts'
import { describeBasis, type QueryScope, readScope } from '../../queries/query-scope.ts'
import { readNote } from '../../snapshots/ledger-columns.ts'
import { sortLines } from './line-order.ts'
import { transactionInScope } from './line-scope.ts'
import { currencyPair, lineMoney, lineType, postingRates, wireTransaction } from './transaction-row.ts'

type List = typeof contract.transactions.list
type OfPosition = typeof contract.transactions.ofPosition
type Query = EndpointCall<List>['query']
type Body = EndpointCall<List>['body']

/** The transactions of a scope and period. */
export const transactionsListQuery = defineEndpointQuery<List>(
  contract.transactions.list,
  (portfolio, call) => {
    const { path } = contract.transactions.list
    return wireList(portfolio, () => findLines(portfolio, call), path, call)
  },
  (portfolio, call) => csvRows(portfolio, findLines(portfolio, call)),
)

/** The transactions of one position. */
export const transactionsOfPositionQuery = defineEndpointQuery<OfPosition>(
  contract.transactions.ofPosition,
  (portfolio, call) => {
    const path = contract.transactions.ofPosition.path.replace(':positionId', call.params.positionId)
    const list = wireList(portfolio, () => findLinesOfPosition(portfolio, call), path, call)
    const after = quantitiesAfter(portfolio, visiblePosition(portfolio, call.params.positionId))
    const data = list.data.map(row => {
      const quantity = row.source === 'derived' ? undefined : after.get(row.id)
      return quantity === undefined ? row : { ...row, quantity_after: quantity }
    })
    return { ...list, data }
  },
  (portfolio, call) => csvRows(portfolio, findLinesOfPosition(portfolio, call)),
)

/** The quantity of a position after each of its transactions, by transaction id. */
function quantitiesAfter({ snapshot }: Portfolio, position: number): Map<string, number> {
  const { events, positions, transactions } = snapshot
  const after = new Map<string, number>()
  const last = positions.eventFrom[position + 1] ?? 0
  for (let event = positions.eventFrom[position] ?? 0; event < last; event += 1) {
    const id = textAt(transactions, events.transaction[event] ?? -1)
    if (id !== undefined) after.set(id, events.after[event] ?? 0)
  }
  return after
}

interface FoundLines {
  scope: QueryScope
  lines: LineShare[]
  rates: Float64Array
}

function findLines(portfolio: Portfolio, { query, body }: EndpointCall<List>): FoundLines {
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
  return narrowLines(portfolio, scope, found, query, body)
}

function findLinesOfPosition(
  portfolio: Portfolio,
  { params, query, body }: EndpointCall<OfPosition>,
): FoundLines {
  const position = visiblePosition(portfolio, params.positionId)
  const scope = readScope(portfolio, body)
  const isClosed = (portfolio.snapshot.positions.closeDay[position] ?? 0) <= scope.period.to
  if (query.match && isClosed !== (query.match === 'closed')) throw new AppError('not_found')
  const { match: _, ...rest } = query
  return narrowLines(portfolio, scope, positionLines(portfolio, position), rest, body)
}

/** The lines that match the query and the period, in order. */
function narrowLines(
  portfolio: Portfolio,
  scope: QueryScope,
  found: readonly LineShare[],
  query: Query,
  body: Body,
): FoundLines {
  const { ledger } = portfolio.metadata
  const all = ledgerLines(portfolio)
  const types = new Set<string>(body.settings.transaction_types)
  const to = findLastDay(scope, body)
  const matchesText = query.q ? createTextFilter(portfolio, query.q) : () => true
  const lines = found.filter(({ line }) => {
    const place = all.transaction[line] ?? 0
    const part = all.part[line] ?? 0
    const day = ledger.day[place] ?? 0
    if (day < scope.period.from || day > to) return false
    const type = lineType(portfolio, place, part)
    if (types.size > 0 && !types.has(type)) return false
    if (query.category && TRANSACTION_TYPE_RULES[type].category !== query.category) return false
    const status = transactionStatuses[ledger.status[place] ?? -1]
    if (query.status ? status !== query.status : place >= ledger.inForce) return false
    return matchesText(place, part)
  })
  const rates = postingRates(portfolio, scope.currency)
  const listed = query.fees === 'within' ? includeFees(portfolio, lines) : lines
  return { scope, lines: sortLines(portfolio, listed, query.order_by, rates), rates }
}

/** Adds fees to the lines of their transactions. A fee stays a line where its transaction is not listed. */
function includeFees(portfolio: Portfolio, lines: readonly LineShare[]): LineShare[] {
  const all = ledgerLines(portfolio)
  const listPlaces = (part: number) =>
    new Set(lines.filter(({ line }) => all.part[line] === part).map(({ line }) => all.transaction[line]))
  const [listed, charged] = [listPlaces(linePart.whole), listPlaces(linePart.fees)]
  return lines.flatMap(share => {
    const place = all.transaction[share.line]
    const part = all.part[share.line]
    if (part === linePart.fees && listed.has(place)) return []
    return part === linePart.whole && charged.has(place) ? [{ ...share, isNet: true }] : [share]
  })
}

/**
 * Figures end with the last close. A list of transactions whose period is open-ended also shows later ones, so that
 * users find what they have just entered.
 */
function findLastDay({ period }: QueryScope, { settings }: Body): number {
  const wanted = settings.period
  if (!wanted || (wanted.name !== null && !/^\d{4}$/.test(wanted.name))) return Number.POSITIVE_INFINITY
  if (wanted.name !== null) return parseDay(`${wanted.name}-12-31`)
  return wanted.end_date === null ? Number.POSITIVE_INFINITY : Math.max(parseDay(wanted.end_date), period.to)
}

function createTextFilter(portfolio: Portfolio, q: string): (place: number, part: number) => boolean {
  const { snapshot, metadata } = portfolio
  const wanted = q.toLowerCase()
  return (place, part) => {
    const instrument = snapshot.instruments[metadata.ledger.instrument[place] ?? -1]
    const name = instrument?.name ?? currencyPair(portfolio, place, lineType(portfolio, place, part))
    const texts = [name, instrument?.isin, readNote(metadata.ledger, place)]
    return texts.some(text => text?.toLowerCase().includes(wanted))
  }
}

function wireList(
  portfolio: Portfolio,
  find: () => FoundLines,
  path: string,
  call: { query: Query; body: Body },
) {
  const { query } = call
  const { limit, offset } = query
  const { lines, rates, count, total, basis } = computePagedList(portfolio, path, call, () =>
    totalLines(portfolio, find()),
  )
  return {
    ...pageLinks(path, query, count),
    count,
    data: lines.slice(offset, offset + limit).map(line => wireTransaction(portfolio, line, rates)),
    total,
    basis,
  }
}

/** The lines with their totals. The rates are copied, since the columns of a query are reused by the next one. */
function totalLines(portfolio: Portfolio, { scope, lines, rates }: FoundLines) {
  return {
    count: lines.length,
    lines,
    rates: rates.slice(),
    total: sumLines(portfolio, lines, rates),
    basis: describeBasis(portfolio, scope),
  }
}

/** Totals of all lines. A missing rate makes a total null, since a partial sum would be taken for the total. */
function sumLines(portfolio: Portfolio, lines: readonly LineShare[], rates: Float64Array) {
  const all = ledgerLines(portfolio)
  let amount = 0
  let fees = 0
  let taxes = 0
  for (const { line, share, isNet } of lines) {
    const place = all.transaction[line] ?? 0
    const money = lineMoney(portfolio, place, all.part[line] ?? 0, isNet)
    const rate = (rates[place] ?? Number.NaN) * share
    if (!Number.isNaN(money.settled) && money.settled !== 0) amount += money.settled * rate
    if (money.fees !== 0) fees += money.fees * rate
    if (money.taxes !== 0) taxes += money.taxes * rate
  }
  const known = (sum: number) => (Number.isNaN(sum) ? null : sum)
  return { calculated_amount: known(amount), calculated_fees: known(fees), calculated_taxes: known(taxes) }
}

const columns = fieldColumns<Transaction, (typeof transactionFieldNames)[number]>(transactionFieldNames)

function csvRows(portfolio: Portfolio, { lines, rates, scope }: FoundLines) {
  return csvChunks(
    describedColumns(columns, describeBasis(portfolio, scope)),
    wireRows(portfolio, lines, rates),
  )
}

function* wireRows(portfolio: Portfolio, lines: readonly LineShare[], rates: Float64Array) {
  for (const line of lines) yield wireTransaction(portfolio, line, rates)
}
