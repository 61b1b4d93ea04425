import { LOT_METHODS } from '@plumbline/engine'

export {
  INSTRUMENT_TYPES as instrumentTypes,
  type InstrumentType,
  POSITION_SIDES as positionSides,
  POSITION_TYPES as positionTypes,
  type PositionSide,
  type PositionType,
} from '@plumbline/engine'

/** The eleven usual sectors, then what they leave out. */
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

/** How a disposal finds the lots it closes. Specific lots need ids that only some custodians supply. */
export const lotMethods = [...LOT_METHODS, 'specific'] as const
export type LotMethod = (typeof lotMethods)[number]

/** What an option gives the right to. */
export const optionRights = ['call', 'put'] as const
export type OptionRight = (typeof optionRights)[number]

/** Whether daily gains of futures come as transactions, or follow from the closing prices. */
export const variationMargins = ['booked', 'derived'] as const
export type VariationMargin = (typeof variationMargins)[number]

/** Whether an account's cash is kept, or every payment counts as coming from outside. */
export const cashTrackings = ['tracked', 'none'] as const
export type CashTracking = (typeof cashTrackings)[number]

/** Why two positions belong together, as a person says it. */
export const chosenLinkKinds = ['hedge', 'overwrite', 'roll', 'pair', 'other'] as const
/** Some links nobody has to make: they follow from a transaction that moved lots from one position to another. */
export const linkKinds = [...chosenLinkKinds, 'spin_off', 'merger', 'transfer', 'exercise'] as const
export type LinkKind = (typeof linkKinds)[number]

/** The parts of a strategy: what moves with its price, what moves against it, and what hedges the rest. */
export const strategyLegs = ['long', 'short', 'hedge'] as const
export type StrategyLeg = (typeof strategyLegs)[number]
