import type { Day } from '../calendar/day.ts'
import { settle, transactionKind } from '../ledger/settle.ts'
import { toText } from '../money/exact.ts'
import { withoutDust } from './contract-settlement.ts'
import type { Entry, PostingContext } from './posting-context.ts'

/** Money that a holding was paid although nobody posted it. Unit: the instrument's currency, minor units aside. */
export interface DerivedPayment {
  readonly account: number
  readonly instrument: number
  readonly type: 'variation_margin' | 'coupon' | 'redemption'
  readonly day: Day
  readonly exDay?: Day
  readonly amount: number
}

/** The transaction that such a payment would have been; null where there is nothing to pay. It has no place in the ledger. */
export function derivedEntry(context: PostingContext, payment: DerivedPayment): Entry | null {
  const { accounts, instruments } = context.holdings
  const { amount, account: accountPlace, instrument: place, ...facts } = payment
  const account = accounts[accountPlace]
  const instrument = instruments[place]
  const paid = Number.isFinite(amount) ? withoutDust(amount) : null
  if (!account || !instrument || paid === null || paid.units === 0) return null
  const currency = context.currencyOf(place)
  const transaction = {
    ...facts,
    id: '',
    account: account.id,
    instrument: instrument.id,
    currency,
    amount: toText(paid),
  }
  const kind = transactionKind(transaction)
  if (kind === null) return null
  const settled = settle(transaction, kind, { ...instrument, currency }, context.convert)
  return { transaction, index: -1, account: accountPlace, instrument: place, settled }
}
