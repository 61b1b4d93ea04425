/** What a benchmark may apply to besides the whole family: a group of this division. */
export const benchmarkGroupKeys = ['instrument_type', 'sector', 'country', 'currency'] as const
export type BenchmarkGroupKey = (typeof benchmarkGroupKeys)[number]

/** Total return reinvests distributions. */
export const benchmarkReturnTypes = ['total', 'price'] as const
export type BenchmarkReturnType = (typeof benchmarkReturnTypes)[number]

/** What attribution divides the difference by. */
export const attributionKeys = ['instrument_type', 'sector', 'currency'] as const
export type AttributionKey = (typeof attributionKeys)[number]

/** Periods of the comparison; `period` is that of the filter. */
export const comparedPeriods = ['period', 'ytd', '1y', '3y', '5y', 'all'] as const
export type ComparedPeriod = (typeof comparedPeriods)[number]

/** Why a benchmark has no return in a period. */
export const benchmarkMissingReasons = ['not_set', 'no_price', 'no_rate'] as const
export type BenchmarkMissingReason = (typeof benchmarkMissingReasons)[number]

export { REBALANCING_RULES as rebalancingRules, type RebalancingRule } from '@plumbline/engine'

/** What an export of a comparison lists: the periods, or the attribution of the chosen one. */
export const benchmarkLists = ['periods', 'attribution'] as const
