import type { Day } from '../calendar/day.ts'
import { bookingKind, settle } from '../ledger/settle.ts'
import { toText } from '../money/exact.ts'
import { withoutDust } from './contract-settlement.ts'
import type { Desk, Entry } from './posting-context.ts'

/** Money that a holding was paid although nobody booked it. Unit: the instrument's currency, minor units aside. */
export interface DerivedPayment {
  readonly account: number
  readonly instrument: number
  readonly type: 'variation_margin' | 'coupon' | 'redemption'
  readonly day: Day
  readonly exDay?: Day
  readonly amount: number
}

/** The booking that such a payment would have been; null where there is nothing to pay. It has no place in the ledger. */
export function derivedEntry(desk: Desk, payment: DerivedPayment): Entry | null {
  const { accounts, instruments } = desk.holdings
  const { amount, account: accountPlace, instrument: place, ...facts } = payment
  const account = accounts[accountPlace]
  const instrument = instruments[place]
  const paid = Number.isFinite(amount) ? withoutDust(amount) : null
  if (!account || !instrument || paid === null || paid.units === 0) return null
  const currency = desk.currencyOf(place)
  const transaction = {
    ...facts,
    id: '',
    account: account.id,
    instrument: instrument.id,
    currency,
    amount: toText(paid),
  }
  const kind = bookingKind(transaction)
  if (kind === null) return null
  const settled = settle(transaction, kind, { ...instrument, currency }, desk.convert)
  return { transaction, index: -1, account: accountPlace, instrument: place, settled }
}
