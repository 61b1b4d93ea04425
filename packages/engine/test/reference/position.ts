import type { Account, Instrument } from '../../src/index.ts'
import { type Num, ZERO } from './market.ts'

/** What was bought at once, as far as it is still there. */
export interface Lot {
  readonly transaction: string
  readonly day: number
  units: Num
  /** Null when it cannot be stated in the currency. */
  cost: Num | null
  /** Per unit in the instrument's currency: ranks lots for HIFO. */
  price: Num
  /** Of contracts and short options: its exposure at opening in its own currency, and in the target at that day's rate. */
  exposure?: Num
  tied?: Num
}

/** A lot as it stood: its units as they were before any split, and what they had cost. */
export type OpenLot = readonly [lot: Lot, units: Num, cost: Num | null]

/** What a result is made of beside fees; the rest of it is other income. */
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
  /** Change of what a short ties up. */
  collateral: Num
  /** What is open had cost before it and after it; null where that cannot be stated. */
  costBefore: Num | null
  costAfter: Num | null
  /** Whether lots came with a history of their own, or went for what they brought. */
  isArrival: boolean
  isDisposal: boolean
  /** Whether it takes value out of all lots alike while the units stay. */
  isPaidOut: boolean
  /** The lots that are open after it. */
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
  /** Cost of cash under moving average; lots are for securities. */
  cashCost: Num | null
  readonly events: ReferenceEvent[]
  readonly history: { readonly day: number; readonly quantity: Num }[]
  /** Of futures: entries and margin paid, as they changed. */
  readonly owed: { readonly day: number; readonly amount: Num }[]
  /** All splits since it was opened. */
  splitBy: Num
  /** What its open lots tied up after the last transaction. */
  tied: Num
  /** The close at which it enters late; null when it was valued from the start, infinite when it never is. */
  entryDay: number | null
}
