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
/** Groups are measured by exposure, or by value if the user prefers. */
export const defaultExposureOption: GroupExposureOption = 'exposure'

export const defaultFeeGroupKey: FeeGroupKey = 'custodian'

/** The group of positions without the attribute: no sector, no country, no strategy. */
export const groupOfNone = 'none'
/** The group of positions in several strategies. */
export const groupOfOverlap = 'overlap'
