import type { EventType } from '@plumbline/contract'

/** The colour of each event type, in the order of the timeline rows. */
const colours: Record<EventType, string> = {
  earnings: 'var(--c1)',
  ex_dividend: 'var(--c8)',
  dividend: 'var(--c3)',
  coupon: 'var(--c2)',
  loan_payment: 'var(--c5)',
  capital_call: 'var(--c10)',
  option_expiry: 'var(--c4)',
  future_expiry: 'var(--c7)',
  forward_expiry: 'var(--c9)',
  maturity: 'var(--c6)',
  split: 'var(--text-2)',
}

export function eventColour(type: EventType): string {
  return colours[type]
}

// Object.keys returns string[]; the keys of this literal are its type.
export const eventTypeOrder = Object.keys(colours) as EventType[]
