import type { AssetAccount } from './asset-types.ts'
import { type EntryKind, entryAmount, type TransactionDraft } from './entries.ts'

/** What an entry does to the cash that pays for it and to the value of the asset. */
export interface PaymentEffect {
  cash: number
  asset: number
}

/** Entries whose money becomes or was the asset's value; the others are income and costs. */
const capital: ReadonlySet<string> = new Set([
  'purchase',
  'sale',
  'redemption',
  'capital_call',
  'distribution',
  'drawdown',
  'repayment',
])

/** Null for an entry that moves no money. */
export function paymentEffect(body: TransactionDraft['body'], kind: EntryKind): PaymentEffect | null {
  if (body.type === 'commitment') return null
  const gross = entryAmount(body, kind)
  if (gross === null || gross === 0) return null
  const cash = gross - (body.fees ?? 0) - (body.taxes ?? 0)
  const isIncome = body.type === 'distribution' && body.quantity === 0
  return { cash, asset: capital.has(body.type) && !isIncome ? -gross : 0 }
}

/**
 * The likely answer: elsewhere, unless the account holds cash in the currency and enough of it for a payment. An account
 * that nobody has put cash into pays for nothing.
 */
export function likelySource(
  effect: PaymentEffect,
  account: AssetAccount,
  currency: string,
): 'account' | 'elsewhere' {
  const balance = account.balances.find(one => one.currency === currency)?.amount ?? 0
  return balance > 0 && balance + effect.cash >= 0 ? 'account' : 'elsewhere'
}

/** New entries with the likely answer where nobody was asked, since the account was chosen after them. */
export function withPaymentSources(
  drafts: readonly TransactionDraft[],
  account: AssetAccount | undefined,
  kind: EntryKind,
  currency: string,
): TransactionDraft[] {
  if (account?.cash !== 'tracked') return [...drafts]
  return drafts.map(draft => {
    const effect = draft.state === 'new' && !draft.body.paid_from ? paymentEffect(draft.body, kind) : null
    if (!effect) return draft
    return { ...draft, body: { ...draft.body, paid_from: likelySource(effect, account, currency) } }
  })
}
