import type { ExposureOption } from '@plumbline/contract'
import { weightIn } from '../../../lib/format/format.ts'
import { instrumentColour, rankColours } from '../../../portfolio/instrument-colours.ts'
import type { Group, Grouped } from '../../../portfolio/queries.ts'
import { replyDecimals, roundAmount, roundToTotal, roundWithRest } from '../../../portfolio/round-parts.ts'

export interface Slice {
  key: string
  /** Null for the slice of other groups. */
  name: string | null
  /** The number of groups in the slice. */
  groups: number
  /** Rounded so that the slices add up to the total. */
  amount: number | null
  weight: number | null
  pnl: number | null
  colour: string
}

export interface Allocation {
  slices: Slice[]
  /** Rounded as displayed. Null where groups overlap. */
  total: number | null
  totalWeight: number | null
  /** Whether the total equals the net asset value to the cent. */
  isNav: boolean
  /** Whether the total leaves positions without a price or rate out. */
  isPartial: boolean
}

/** More slices cannot be distinguished by colour; the rest is merged into one. */
const maxSlices = 10
export const otherKey = 'other groups'

const measureFields = {
  value: { amount: 'value', weight: 'weight' },
  exposure: { amount: 'exposure', weight: 'exposure_weight' },
} as const

/** Ranks the groups by value or exposure, largest first. */
export function buildAllocation(grouped: Grouped, measure: ExposureOption): Allocation {
  const { amount, weight } = measureFields[measure]
  const ranked = grouped.data
    .filter(group => group[amount] !== 0 || group.pnl_abs_total !== 0)
    .toSorted((one, other) => Math.abs(other[amount] ?? 0) - Math.abs(one[amount] ?? 0))
  const isLong = ranked.length > maxSlices
  const shown = isLong ? ranked.slice(0, maxSlices - 1) : ranked
  const rest = isLong ? ranked.slice(maxSlices - 1) : []
  const slices = shown.map(
    (group, rank): Slice => ({
      key: group.key,
      name: group.name,
      groups: 1,
      amount: group[amount],
      weight: group[weight],
      pnl: group.pnl_abs_total,
      colour: grouped.groupBy === 'instrument_type' ? instrumentColour(group.key) : (rankColours[rank] ?? ''),
    }),
  )
  if (rest.length > 0) slices.push(mergeRest(rest, measure, slices))
  const decimals = replyDecimals(grouped.basis)
  const total = roundAmount(grouped.total?.[amount] ?? null, decimals)
  const nav = roundAmount(grouped.total?.value ?? null, decimals)
  return {
    slices: roundSlices(slices, total, decimals),
    total,
    totalWeight: weightIn(nav, total),
    isNav: total !== null && total === nav,
    isPartial: grouped.total?.flags.some(({ code }) => code === 'partial') ?? false,
  }
}

function mergeRest(groups: readonly Group[], measure: ExposureOption, shown: readonly Slice[]): Slice {
  const { amount, weight } = measureFields[measure]
  const used = new Set(shown.map(({ colour }) => colour))
  return {
    key: otherKey,
    name: null,
    groups: groups.length,
    amount: sum(groups.map(group => group[amount])),
    weight: sum(groups.map(group => group[weight])),
    pnl: groups.some(group => group.pnl_abs_total === null)
      ? null
      : sum(groups.map(group => group.pnl_abs_total)),
    colour: ['var(--c4)', 'var(--c10)'].find(colour => !used.has(colour)) ?? 'var(--line-3)',
  }
}

/** Cash first, against everything else, as the net asset value above is divided: both show the same cash. */
function roundSlices(slices: readonly Slice[], total: number | null, decimals: number): Slice[] {
  const amountsOf = (some: readonly Slice[]) => some.map(({ amount }) => amount)
  const cash = slices.find(({ key }) => key === 'cash')
  const others = slices.filter(slice => slice !== cash)
  const isDivided = cash !== undefined && !amountsOf(slices).includes(null)
  const [cashAmount = null, allocated = null] = isDivided
    ? roundWithRest([cash.amount, sum(amountsOf(others))], total, decimals)
    : []
  const amounts = isDivided
    ? roundToTotal(amountsOf(others), allocated, decimals)
    : roundToTotal(amountsOf(slices), total, decimals)
  const rounded = new Map(
    (isDivided ? others : slices).map((slice, index) => [slice, amounts[index] ?? null]),
  )
  return slices.map(slice => ({ ...slice, amount: rounded.get(slice) ?? (isDivided ? cashAmount : null) }))
}

/** Adds the known values. Null when none is known. */
function sum(values: readonly (number | null)[]): number | null {
  const known = values.filter(value => value !== null)
  return known.length === 0 ? null : known.reduce((total, value) => total + value, 0)
}
