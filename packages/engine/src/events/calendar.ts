import type { Day } from '../calendar/day.ts'
import type { Certainty } from '../ledger/vocabulary.ts'

/** Types of upcoming events. */
export const EVENT_TYPES = [
  'ex_dividend',
  'dividend',
  'coupon',
  'maturity',
  'option_expiry',
  'future_expiry',
  'forward_expiry',
  'earnings',
  'split',
  'capital_call',
  'loan_payment',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** An announced or estimated event in the calendar of an instrument. */
export interface CalendarFact {
  readonly instrument: string
  readonly type: EventType
  readonly day: Day
  /** The holder at the close before this day receives the money. Default: the day itself. */
  readonly exDay?: Day | null
  /** Per unit of quantity, or for the whole position if `per` is 'position'; negative for payments. */
  readonly amount?: number | null
  readonly per?: 'unit' | 'position'
  /** Default: the instrument's. */
  readonly currency?: string | null
  readonly isEstimated?: boolean
}

export interface Money {
  readonly currency: string
  readonly amount: number
  /** Of a loan payment derived from the terms: the part that is interest, with the sign of the amount. */
  readonly interest?: number
}

/** An upcoming event of one position. */
export interface PortfolioEvent {
  readonly day: Day
  readonly type: EventType
  readonly instrument: string
  /** Key and account of the position. */
  readonly position: string
  readonly account: string
  /** Signed quantity entitled to it. */
  readonly quantity: number
  /** Expected cash flows, positive for receipts; a forward has two. Empty for events without money. */
  readonly money: readonly Money[]
  readonly certainty: Certainty
  /** Estimated from past events, neither announced nor part of the terms. */
  readonly isEstimated: boolean
}

/** An event of an instrument, before it is applied to a position. */
export interface InstrumentEvent {
  readonly day: Day
  readonly type: EventType
  /** The quantity held at the close before this day is entitled. */
  readonly exDay: Day
  /** Cash flows of a position with the given quantity. */
  readonly moneyFor: (quantity: number) => readonly Money[]
  readonly certainty: Certainty
}

/** An event of the terms without money. */
export function plainEvent(type: EventType, day: Day): InstrumentEvent {
  return { day, type, exDay: day, moneyFor: () => [], certainty: 'contractual' }
}
