export const eventTypes = [
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
export type EventType = (typeof eventTypes)[number]

/** The range starts at the farthest event plus a margin, within a bound; without events it is the default. */
export const eventRange = { maxDays: 363, marginDays: 21, defaultDays: 200 } as const
