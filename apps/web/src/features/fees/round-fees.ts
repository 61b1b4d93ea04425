import { roundTable } from '../../lib/format/format.ts'
import { replyDecimals, roundAmount, roundToTotal } from '../../portfolio/round-parts.ts'

const partKeys = ['trade_fees', 'account_fees', 'trailer_fees'] as const

type Parts = Readonly<Record<'sum' | (typeof partKeys)[number], number | null>>

/** The fields of a reply that are rounded. */
interface Fees {
  total: Parts
  group_by: readonly Parts[]
  basis: { currency: string }
}

function toParts(sum: number | null, values: readonly (number | null)[]): Parts {
  const [trade = null, account = null, trailer = null] = values
  return { sum, trade_fees: trade, account_fees: account, trailer_fees: trailer }
}

/** Rounds fees for display: kinds of fees add up to each group, and groups to the totals. */
export function roundFees<Data extends Fees>(fees: Data): Data {
  const decimals = replyDecimals(fees.basis)
  const { total, group_by: groups } = fees
  const sum = roundAmount(total.sum, decimals)
  const totals = roundToTotal(
    partKeys.map(key => total[key]),
    sum,
    decimals,
  )
  const sums = roundToTotal(
    groups.map(group => group.sum),
    sum,
    decimals,
  )
  const cells = roundTable(
    groups.map(group => partKeys.map(key => group[key])),
    sums,
    totals,
    decimals,
  )
  return {
    ...fees,
    total: { ...total, ...toParts(sum, totals) },
    group_by: groups.map((group, index) => ({
      ...group,
      ...toParts(sums[index] ?? null, cells[index] ?? []),
    })),
  }
}
