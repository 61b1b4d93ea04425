import type { Day } from '../calendar/day.ts'
import { postingKind, settle } from '../ledger/settle.ts'
import { toText } from '../money/exact.ts'
import { roundToEightDecimals } from './contracts/contract-settlement.ts'
import type { Entry, PostingContext } from './posting-context.ts'

/** A payment to a holding that the ledger has no transaction for. Unit: the instrument's major currency. */
export interface DerivedPayment {
  readonly account: number
  readonly instrument: number
  readonly type: 'variation_margin' | 'coupon' | 'redemption'
  readonly day: Day
  readonly exDay?: Day
  readonly amount: number
}

/** Builds the entry of a payment without a transaction, index -1; null where the amount is 0 or unknown. */
export function deriveEntry(context: PostingContext, payment: DerivedPayment): Entry | null {
  const { accounts, instruments } = context.holdings
  const { amount, account: accountPlace, instrument: place, ...facts } = payment
  const account = accounts[accountPlace]
  const instrument = instruments[place]
  const paid = Number.isFinite(amount) ? roundToEightDecimals(amount) : null
  if (!account || !instrument || paid === null || paid.units === 0) return null
  const currency = context.majorCurrency(place)
  const transaction = {
    ...facts,
    id: '',
    account: account.id,
    instrument: instrument.id,
    currency,
    amount: toText(paid),
  }
  const kind = postingKind(transaction)
  if (kind === null) return null
  const settled = settle(transaction, kind, { ...instrument, currency }, context.convert)
  return { transaction, index: -1, account: accountPlace, instrument: place, settled }
}
