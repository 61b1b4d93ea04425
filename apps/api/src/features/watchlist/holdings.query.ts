import { positionRows } from '@plumbline/engine'
import { part } from '../../queries/query.ts'
import { queryEngine, readScope } from '../../queries/query-scope.ts'

export interface Holdings {
  currency: string
  /** Whose holdings; null for several families. */
  family: { id: string; name: string } | null
  /** By instrument; what is not held is absent. */
  held: Record<string, { quantity: number; value: number | null }>
}

/** What is held of some instruments, over all accounts. */
export const holdingsPart = part((portfolio, instruments: string[], filter): Holdings => {
  const scope = readScope(portfolio, filter)
  const { views, isIn, period } = queryEngine(portfolio, scope)
  const wanted = new Set(instruments)
  const held: Holdings['held'] = {}
  for (const row of positionRows(
    portfolio.snapshot,
    views,
    position => isIn[position] === 1,
    period,
    'open',
  )) {
    if (row.instrument === null || !wanted.has(row.instrument)) continue
    const known = held[row.instrument]
    const quantity = row.quantity * (row.side === 'short' ? -1 : 1)
    const { value } = row.calculated
    held[row.instrument] = {
      quantity: (known?.quantity ?? 0) + quantity,
      value: known?.value === null || value === null ? null : (known?.value ?? 0) + value,
    }
  }
  return { currency: scope.currency, family: portfolio.view.family, held }
})
