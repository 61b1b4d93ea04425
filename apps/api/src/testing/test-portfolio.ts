import { type CurrencyViews, newColumns, openCurrencyViews, type PortfolioSnapshot } from '@plumbline/engine'
import type { Portfolio } from '../queries/query.ts'
import { emptyColumns } from '../snapshots/ledger-columns.ts'

/** A portfolio without a database. */
export function openTestPortfolio(
  snapshot: PortfolioSnapshot,
  currency: string,
  language: 'en-US' | 'de' = 'en-US',
): Portfolio {
  const views = new Map<string, CurrencyViews>()
  return {
    snapshot,
    // Queries read names from the metadata, and these portfolios have none.
    metadata: {
      accounts: new Map(),
      symbols: new Map(),
      priceSources: new Map(),
      rateSources: new Map(),
      ownInstruments: new Set(),
      calendar: [],
      unpostedSplits: [],
      ledger: { ...emptyColumns(0), count: 0, inForce: 0 },
    } as unknown as Portfolio['metadata'],
    view: {
      accounts: snapshot.accounts.map(({ id }) => id),
      family: null,
      currency,
      asOf: snapshot.lastDay,
      today: snapshot.lastDay,
      language,
      mayCorrect: 'none',
    },
    viewsIn(wanted) {
      const known = views.get(wanted) ?? openCurrencyViews(snapshot, wanted)
      views.set(wanted, known)
      return known
    },
    lists: new Map(),
    columns: newColumns,
  }
}
