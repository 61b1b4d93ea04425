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

/** The range ends at the farthest event plus a margin, up to a limit; without events the default applies. */
export const eventRange = { maxDays: 363, marginDays: 21, defaultDays: 200 } as const
