import type { contract, HandlerReply } from '@plumbline/contract'
import { type ComparedLine, isCash } from './compare.ts'
import type { AccountRow } from './statements.store.ts'

type Draft = NonNullable<HandlerReply<typeof contract.reconciliation.read>['data']['lines'][number]['draft']>

/** A transaction that would make the ledger agree with the statement; null where none is known. */
export function draftOf(
  { ledger, stated, cause }: ComparedLine,
  date: string,
  account: AccountRow,
  known: Readonly<Record<string, string>>,
): Draft | null {
  if (cause !== 'missing_transaction' || !stated) return null
  const difference = round(stated.quantity - (ledger?.quantity ?? 0))
  // The contract knows these currencies: they come from accounts and instruments.
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

/** Without the dust of subtracting. */
function round(value: number): number {
  return Number(value.toPrecision(12))
}
