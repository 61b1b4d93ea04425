import { LOT_METHODS } from '@plumbline/engine'

export {
  HELD_TYPES as heldTypes,
  type HeldType,
  INDEX as indexType,
  INSTRUMENT_TYPES as instrumentTypes,
  type InstrumentType,
  POSITION_SIDES as positionSides,
  POSITION_TYPES as positionTypes,
  type PositionSide,
  type PositionType,
} from '@plumbline/engine'

/** The eleven usual industry sectors, then sectors for other assets. */
export const sectors = [
  'communication_services',
  'consumer_discretionary',
  'consumer_staples',
  'energy',
  'financials',
  'health_care',
  'industrials',
  'information_technology',
  'materials',
  'real_estate',
  'utilities',
  'government',
  'real_assets',
  'other',
] as const
export type Sector = (typeof sectors)[number]

/** Lot methods. Specific lots need ids that only some custodians supply. */
export const lotMethods = [...LOT_METHODS, 'specific'] as const
export type LotMethod = (typeof lotMethods)[number]

/** The right of an option. */
export const optionRights = ['call', 'put'] as const
export type OptionRight = (typeof optionRights)[number]

/** Whether daily gains of futures are posted as transactions or derived from closing prices. */
export const variationMargins = ['booked', 'derived'] as const
export type VariationMargin = (typeof variationMargins)[number]

/** Whether an account tracks cash, or every payment counts as an external flow. */
export const cashTrackings = ['tracked', 'none'] as const
export type CashTracking = (typeof cashTrackings)[number]

/** Kinds of links that users create between positions. */
export const chosenLinkKinds = ['hedge', 'overwrite', 'roll', 'pair', 'other'] as const
/** Including derived links, which follow from a transaction that moved lots between positions. */
export const linkKinds = [...chosenLinkKinds, 'spin_off', 'merger', 'transfer', 'exercise'] as const
export type LinkKind = (typeof linkKinds)[number]

/** The legs of a strategy: long, short and hedge. */
export const strategyLegs = ['long', 'short', 'hedge'] as const
export type StrategyLeg = (typeof strategyLegs)[number]
