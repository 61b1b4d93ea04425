import { positionRows } from '@plumbline/engine'
import { defineQuery } from '../../queries/query.ts'
import { queryEngine, readScope } from '../../queries/query-scope.ts'

export interface Holdings {
  currency: string
  /** The family of the holdings; null for several. */
  family: { id: string; name: string } | null
  /** By instrument; one that is not held is absent. */
  held: Record<string, { quantity: number; value: number | null }>
}

/** The holdings of these instruments over all accounts. */
export const holdingsQuery = defineQuery('holdings', (portfolio, instruments: string[], filter): Holdings => {
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
