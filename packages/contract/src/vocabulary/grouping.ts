import type { FeeGroupKey, GroupExposureOption, GroupKey } from '@plumbline/engine'

export {
  FEE_GROUP_KEYS as feeGroupKeys,
  type FeeGroupKey,
  GROUP_EXPOSURE_OPTIONS as exposureOptions,
  GROUP_KEYS as groupKeys,
  type GroupExposureOption as ExposureOption,
  type GroupKey,
} from '@plumbline/engine'

export const defaultGroupKey: GroupKey = 'instrument_type'
/** Groups are measured by what they move with, unless a user prefers what they are worth. */
export const defaultExposureOption: GroupExposureOption = 'exposure'

export const defaultFeeGroupKey: FeeGroupKey = 'custodian'

/** The group of those that lack the attribute: no sector, no country, in no strategy. */
export const groupOfNone = 'none'
/** The group of positions that stand in several strategies at once. */
export const groupOfOverlap = 'overlap'
