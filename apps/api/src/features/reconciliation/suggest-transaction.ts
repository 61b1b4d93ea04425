import type { contract, HandlerReply } from '@plumbline/contract'
import { type ComparedLine, isCash } from './compare-statement.ts'
import type { AccountRow } from './statements.store.ts'

type Draft = NonNullable<HandlerReply<typeof contract.reconciliation.read>['data']['lines'][number]['draft']>

/** Suggests a transaction that would close the break; null if unknown. */
export function suggestTransaction(
  { ledger, stated, cause }: ComparedLine,
  date: string,
  account: AccountRow,
  known: Readonly<Record<string, string>>,
): Draft | null {
  if (cause !== 'missing_transaction' || !stated) return null
  const difference = round(stated.quantity - (ledger?.quantity ?? 0))
  // Accounts and instruments have currencies of the contract.
  const currency = (ledger?.currency ?? stated.currency) as Draft['currency']
  const base = { account: account.id, date, currency }
  if (ledger ? ledger.instrument === null : isCash(stated))
    return { ...base, transaction_type: difference > 0 ? 'deposit' : 'withdrawal', amount: difference }
  const price = stated.price ?? ledger?.price ?? null
  const instrument = stated.isin === null ? undefined : known[stated.isin]
  if (price === null || (!ledger && instrument === undefined)) return null
  return {
    ...base,
    transaction_type: 'trade',
    ...(ledger ? { position_id: ledger.positionId } : { instrument }),
    side: difference > 0 ? 'buy' : 'sell',
    quantity: Math.abs(difference),
    price,
  }
}

/** Rounds away float64 noise. */
function round(value: number): number {
  return Number(value.toPrecision(12))
}
