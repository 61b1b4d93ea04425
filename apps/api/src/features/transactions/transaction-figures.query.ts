import type { Transaction } from '@plumbline/contract'
import { knownAmounts, positionRows, textAt } from '@plumbline/engine'
import { findPositions } from '../../figures/find-positions.ts'
import { ledgerLines, linePart } from '../../figures/ledger-lines.ts'
import { readWholeFigures, type WholeFigures } from '../../figures/whole-figures.ts'
import { defineQuery, type Portfolio } from '../../queries/query.ts'
import { queryEngine, readScope } from '../../queries/query-scope.ts'
import { postingRates, rootId, wireTransaction } from './transaction-row.ts'

/** Every version of these transactions in the form of a list, by root and revision. */
export const transactionVersionsQuery = defineQuery(
  'transactionVersions',
  (portfolio, roots: string[], filter): Record<string, Record<number, Transaction>> => {
    const rates = postingRates(portfolio, readScope(portfolio, filter).currency)
    const wanted = new Set(roots)
    const lines = ledgerLines(portfolio)
    const found: Record<string, Record<number, Transaction>> = {}
    for (let line = 0; line < lines.count; line += 1) {
      const root = rootId(portfolio, lines.transaction[line] ?? 0)
      if (lines.part[line] !== linePart.whole || !wanted.has(root)) continue
      const transaction = wireTransaction(portfolio, { line, share: 1 }, rates)
      found[root] = { ...found[root], [transaction.revision]: transaction }
    }
    return found
  },
)

export interface LedgerFigures extends WholeFigures {
  /** Cash of one account in one currency, in that currency; null without any. */
  cash: number | null
  /** The position that a transaction is in. */
  position: {
    name: string
    quantity: number
    cost: number | null
    value: number | null
    isOversold: boolean
    /** The transactions in it, by their root ids. */
    roots: string[]
  } | null
}

export interface LedgerFiguresInput {
  /** Root ids of transactions of the position: the first that the ledger has identifies it. */
  roots: string[]
  accountId: string
  currency: string
}

/** The figures that a transaction affects. A preview computes them with and without the draft. */
export const ledgerFiguresQuery = defineQuery(
  'ledgerFigures',
  (portfolio, input: LedgerFiguresInput, filter): LedgerFigures => {
    const scope = readScope(portfolio, filter)
    const whole = queryEngine(portfolio, scope)
    return {
      ...readWholeFigures(scope, whole),
      cash: findCash(portfolio, whole, input),
      position: findPosition(portfolio, whole, input.roots),
    }
  },
)

type EngineResult = ReturnType<typeof queryEngine>

function findCash({ snapshot }: Portfolio, { views, isIn, period }: EngineResult, input: LedgerFiguresInput) {
  const rows = positionRows(snapshot, views, position => isIn[position] === 1, period, 'cash')
  const row = rows.find(
    ({ account, original }) => account === input.accountId && original.currency === input.currency,
  )
  return row?.quantity ?? null
}

function findPosition({ snapshot }: Portfolio, { views, isIn, period }: EngineResult, roots: string[]) {
  const found = findPositions(snapshot, roots)
  const at = found.findIndex(place => place >= 0)
  const place = found[at] ?? -1
  if (place < 0 || isIn[place] !== 1 || (snapshot.positions.instrument[place] ?? -1) < 0) return null
  // A sale of more than is held closes one position and opens another, which is the one that is flagged.
  const places = new Set([place, snapshot.positions.keys.indexOf(`${roots[at]}.2`)])
  const rows = (['open', 'closed'] as const).flatMap(list =>
    positionRows(snapshot, views, position => places.has(position), period, list),
  )
  const row = rows.find(({ index }) => index === place)
  if (!row) return null
  const { cost, value } = knownAmounts(row.calculated)
  return {
    name: snapshot.instruments[snapshot.positions.instrument[place] ?? -1]?.name ?? '',
    quantity: row.quantity * (row.side === 'short' ? -1 : 1),
    cost: row.closeDay !== null || cost === null ? null : Math.abs(cost),
    value,
    isOversold: rows.some(({ flags }) => flags.includes('oversold')),
    roots: listRoots(snapshot, place),
  }
}

function listRoots({ events, positions, transactions }: Portfolio['snapshot'], place: number): string[] {
  const roots = new Set<string>()
  const end = positions.eventFrom[place + 1] ?? events.position.length
  for (let event = positions.eventFrom[place] ?? 0; event < end; event += 1)
    roots.add(textAt(transactions, events.transaction[event] ?? -1) ?? '')
  return [...roots]
}
