import type { EventType } from '@plumbline/contract'

/** Each type of event has one colour, and its place on the timeline from above. */
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

// Object.keys forgets the names of the keys, which are those of the object above.
export const eventTypeOrder = Object.keys(colours) as EventType[]
