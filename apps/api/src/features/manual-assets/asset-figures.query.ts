import type { CallReply, contract } from '@plumbline/contract'
import { type Flag, positionRows, toIsoDate } from '@plumbline/engine'
import { noTypeFigures, type TypeFigures, wireTypeFigures } from '../../figures/type-figures.ts'
import { defineQuery } from '../../queries/query.ts'
import { describeBasis, queryEngine, readScope } from '../../queries/query-scope.ts'

type Basis = CallReply<typeof contract.assets.list>['basis']

export interface AssetFigures {
  basis: Basis
  asOf: string
  byAsset: Record<string, AssetFigure>
}

/** The value of an asset in its own currency and in the reporting currency. */
export interface AssetFigure {
  positionId: string
  value: number | null
  valueCalculated: number | null
  flags: Flag[]
  /** Figures of its type; only when one asset is read. */
  typeFigures: TypeFigures
}

/** Figures of these instruments, each over all its positions. One that was never held is absent. */
export const assetFiguresQuery = defineQuery(
  'assetFigures',
  (portfolio, instruments: string[], filter): AssetFigures => {
    const scope = readScope(portfolio, filter)
    const result = queryEngine(portfolio, scope)
    const { views, isIn, period } = result
    const wanted = new Set(instruments)
    const byAsset: AssetFigures['byAsset'] = {}
    const isInside = (position: number) => isIn[position] === 1
    for (const list of ['closed', 'open'] as const)
      for (const row of positionRows(portfolio.snapshot, views, isInside, period, list)) {
        if (row.instrument === null || !wanted.has(row.instrument)) continue
        const known = byAsset[row.instrument]
        byAsset[row.instrument] = {
          positionId: row.key,
          value: addKnown(known?.value, row.original.value),
          valueCalculated: addKnown(known?.valueCalculated, row.calculated.value),
          flags: [...new Set([...(known?.flags ?? []), ...row.flags])],
          typeFigures: instruments.length === 1 ? wireTypeFigures(result, row.instrument) : noTypeFigures,
        }
      }
    return { basis: describeBasis(portfolio, scope), asOf: toIsoDate(portfolio.view.asOf), byAsset }
  },
)

/** The sum, or null when a summand is unknown. */
function addKnown(known: number | null | undefined, more: number | null): number | null {
  return known === null || more === null ? null : (known ?? 0) + more
}
