import type { Account, Instrument } from '../../src/index.ts'
import { type Num, ZERO } from './market.ts'

/** A gain that a position had on a lot when it passed it on. It is realized once the lot is disposed of. */
export interface LeftGain {
  readonly position: ReferencePosition
  readonly gain: Num
}

/** The open part of one purchase. */
export interface Lot {
  readonly transaction: string
  readonly day: number
  units: Num
  /** Null without an exchange rate into the target currency. */
  cost: Num | null
  /** Per unit in the instrument's currency: ranks lots for HIFO. */
  price: Num
  /** For contracts and short options: exposure at opening in the own currency, and as collateral in the target at that day's rate. */
  exposure?: Num
  collateral?: Num
  /** Value less cost when it arrived in the position, and the gains of the positions that held it before. */
  gain?: Num
  left?: readonly LeftGain[]
  /** For contracts: the price up to which its gain was paid; at first the entry price. */
  paidUpTo?: Num
}

/** A contract position after a transaction: its open lots, signed, and the unpaid gain of its closed contracts. */
export interface ContractState {
  readonly day: number
  readonly open: readonly { readonly units: Num; readonly paidUpTo: Num }[]
  readonly due: Num
}

/** A lot at a point in time: its units before any split, and their cost. */
export type OpenLot = readonly [lot: Lot, units: Num, cost: Num | null]

/** Parts of a result beside fees; the rest is other income. */
export interface ResultParts {
  readonly taxes: Num
  readonly dividends: Num
  readonly interest: Num
}

export const NO_PARTS: ResultParts = { taxes: ZERO, dividends: ZERO, interest: ZERO }

export interface ReferenceEvent extends ResultParts {
  readonly day: number
  readonly step: number
  posted: Num
  realized: Num
  result: Num
  fees: Num
  /** Change of the collateral. */
  collateral: Num
  /** Cost of the open lots before and after the event; null if unknown. */
  costBefore: Num | null
  costAfter: Num | null
  /** Whether lots arrived with their own history, or were disposed of for proceeds. */
  isArrival: boolean
  isDisposal: boolean
  /** Whether it takes value out of all lots pro rata and leaves the units unchanged. */
  isPaidOut: boolean
  /** The open lots after the event. */
  readonly open: readonly OpenLot[]
}

export interface ReferencePosition {
  readonly key: string
  readonly account: Account
  readonly instrument: Instrument | null
  readonly currency: string
  readonly openDay: number
  closeDay: number
  side: number
  quantity: Num
  lots: Lot[]
  /** Moving-average cost of cash; only securities have lots. */
  cashCost: Num | null
  /** Value less cost of cash that entered late, as far as it is not spent. */
  cashGain: Num
  readonly events: ReferenceEvent[]
  readonly history: { readonly day: number; readonly quantity: Num }[]
  /** For contracts: all states so far. */
  readonly contracts: ContractState[]
  /** The product of all split ratios since opening. */
  splitBy: Num
  readonly splits: { readonly day: number; readonly ratio: Num }[]
  /** Collateral of the open lots after the last transaction. */
  collateral: Num
  /** Day of the first valued close; null if valued from the start, infinite if never. */
  entryDay: number | null
}
