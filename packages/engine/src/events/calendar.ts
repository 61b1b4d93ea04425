import type { Day } from '../calendar/day.ts'

/** What can be ahead of a position. */
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

/** Something that was announced of an instrument, or is expected by whoever keeps its calendar. */
export interface CalendarFact {
  readonly instrument: string
  readonly type: EventType
  readonly day: Day
  /** Whoever holds it at the close before gets the money. Default: the day itself. */
  readonly exDay?: Day | null
  /** Of one unit of quantity, or of the whole position where `per` says so; negative where money is to be paid. */
  readonly amount?: number | null
  readonly per?: 'unit' | 'position'
  /** Default: the instrument's. */
  readonly currency?: string | null
  readonly isEstimated?: boolean
}

export interface Money {
  readonly currency: string
  readonly amount: number
}

/** What is ahead of one position. */
export interface PortfolioEvent {
  readonly day: Day
  readonly type: EventType
  readonly instrument: string
  /** Key and account of the position. */
  readonly position: string
  readonly account: string
  /** Signed quantity that it is about. */
  readonly quantity: number
  /** Money that is expected to move, positive in; a forward has two. Empty for dates without money. */
  readonly money: readonly Money[]
  /** Expected from what happened before, not announced and not in the terms. */
  readonly isEstimated: boolean
}

/** An event without the position it is for: what one unit of quantity, or a whole position, gets. */
export interface InstrumentEvent {
  readonly day: Day
  readonly type: EventType
  /** The quantity at the close before this day counts. */
  readonly exDay: Day
  readonly moneyOf: (quantity: number) => readonly Money[]
  readonly isEstimated: boolean
}

/** An event without money. */
export function plainEvent(type: EventType, day: Day): InstrumentEvent {
  return { day, type, exDay: day, moneyOf: () => [], isEstimated: false }
}
