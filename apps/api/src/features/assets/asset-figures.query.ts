import type { CallReply, contract } from '@plumbline/contract'
import { type Flag, isoOf, positionRows } from '@plumbline/engine'
import { part } from '../../queries/query.ts'
import { basisOf, queryEngine, readScope } from '../../queries/query-scope.ts'

type Basis = CallReply<typeof contract.assets.list>['basis']

export interface AssetFigures {
  basis: Basis
  asOf: string
  byAsset: Record<string, AssetFigure>
}

/** What an asset is worth: in its own currency and in the one of the settings. */
export interface AssetFigure {
  positionId: string
  value: number | null
  valueCalculated: number | null
  flags: Flag[]
}

/** Figures of the instruments given, each over all its positions; one that was never held is absent. */
export const assetFiguresPart = part((portfolio, instruments: string[], filter): AssetFigures => {
  const scope = readScope(portfolio, filter)
  const { views, isIn, period } = queryEngine(portfolio, scope)
  const wanted = new Set(instruments)
  const byAsset: AssetFigures['byAsset'] = {}
  const isInside = (position: number) => isIn[position] === 1
  for (const list of ['closed', 'open'] as const)
    for (const row of positionRows(portfolio.snapshot, views, isInside, period, list)) {
      if (row.instrument === null || !wanted.has(row.instrument)) continue
      const known = byAsset[row.instrument]
      byAsset[row.instrument] = {
        positionId: row.key,
        value: plus(known?.value, row.original.value),
        valueCalculated: plus(known?.valueCalculated, row.calculated.value),
        flags: [...new Set([...(known?.flags ?? []), ...row.flags])],
      }
    }
  // The engine calculates in a currency of the contract's list, which its own type does not say.
  return { basis: basisOf(portfolio, scope) as Basis, asOf: isoOf(portfolio.view.asOf), byAsset }
})

/** A sum with something unknown in it is unknown. */
function plus(known: number | null | undefined, more: number | null): number | null {
  return known === null || more === null ? null : (known ?? 0) + more
}
