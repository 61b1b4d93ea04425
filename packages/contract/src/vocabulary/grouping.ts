/** What a portfolio can be grouped by. */
export const groupKeys = [
  'instrument_type',
  'sector',
  'country',
  'currency',
  'account',
  'custodian',
  'strategy',
  'side',
] as const
export type GroupKey = (typeof groupKeys)[number]
export const defaultGroupKey: GroupKey = 'instrument_type'

/** Whether groups are measured by what they are worth or by what they move with. */
export const exposureOptions = ['exposure', 'value'] as const
export type ExposureOption = (typeof exposureOptions)[number]
export const defaultExposureOption: ExposureOption = 'exposure'

/** What fees can be grouped by. */
export const feeGroupKeys = ['custodian', 'instrument_type', 'transaction_type', 'account'] as const
export type FeeGroupKey = (typeof feeGroupKeys)[number]
export const defaultFeeGroupKey: FeeGroupKey = 'custodian'

/** The group of those that lack the attribute: no sector, no country, in no strategy. */
export const groupOfNone = 'none'
/** The group of positions that stand in several strategies at once. */
export const groupOfOverlap = 'overlap'
