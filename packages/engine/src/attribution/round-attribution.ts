import { differenceShown, SHOWN_DECIMALS } from '../benchmarks/relative-figures.ts'
import { roundParts, roundTo } from '../money/rounding.ts'
import type { Attribution, AttributionRow } from './attribution.ts'
import type { AttributionEffects } from './brinson.ts'

/** An attribution in hundredths of a percent. Rows, columns and totals add up to the last digit. */
export interface RoundedAttribution {
  readonly rows: readonly (AttributionRow & { readonly total: number })[]
  readonly total: AttributionEffects & { readonly total: number }
}

/**
 * Rounds an attribution so that nothing is left over as printed: groups to the difference of the two returns as shown,
 * the effects of a group to the group. The sum of an effect is that of its printed parts.
 */
export function roundAttribution({ rows, return: own, benchmarkReturn }: Attribution): RoundedAttribution {
  const difference = differenceShown(own, benchmarkReturn) ?? 0
  const exact = rows.map(({ allocation, selection, interaction, currency }) => [
    allocation,
    selection,
    interaction,
    currency,
  ])
  const totals = roundParts(
    exact.map(parts => parts.reduce((sum, part) => sum + part, 0)),
    SHOWN_DECIMALS,
    difference,
  )
  const rounded = rows.map(({ group }, index) => {
    const total = totals[index] ?? 0
    const [allocation, selection, interaction, currency] = roundParts(
      exact[index] ?? [],
      SHOWN_DECIMALS,
      total,
    )
    return {
      group,
      allocation: allocation ?? 0,
      selection: selection ?? 0,
      interaction: interaction ?? 0,
      currency: currency ?? 0,
      total,
    }
  })
  const sum = (key: keyof AttributionEffects) =>
    roundTo(
      rounded.reduce((all, row) => all + row[key], 0),
      SHOWN_DECIMALS,
    )
  return {
    rows: rounded,
    total: {
      allocation: sum('allocation'),
      selection: sum('selection'),
      interaction: sum('interaction'),
      currency: sum('currency'),
      total: difference,
    },
  }
}
