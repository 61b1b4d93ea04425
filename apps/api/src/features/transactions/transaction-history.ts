import type { CallReply, contract, Transaction } from '@plumbline/contract'
import { exact, toText } from '@plumbline/engine'
import type { StoredTransaction } from './entry.store.ts'
import { statedPrice, toDraft } from './transaction-correction.ts'

type Version = CallReply<typeof contract.transactions.history>['data'][number]

/** Displayed fields of a transaction. */
const fields: Record<string, (entry: StoredTransaction) => string | null> = {
  transaction_type: entry => entry.transaction_type,
  date: entry => entry.date,
  settle_date: entry => entry.settle_date,
  instrument: entry => entry.instrument?.name ?? null,
  quantity: entry => plain(entry.quantity),
  price: entry => plain(statedPrice(entry)),
  currency: entry => entry.currency,
  amount: entry => toDecimalText(toDraft(entry).amount),
  accrued: entry => plain(entry.accrued),
  fees: entry => plain(entry.fees),
  taxes: entry => plain(entry.taxes),
  fx_rate: entry => plain(entry.rate),
  ratio: entry => plain(entry.numerator),
  basis_share: entry => plain(entry.basis_share),
  counter_currency: entry => entry.counter_currency,
  counter_amount: entry => plain(entry.counter_amount),
  note: entry => entry.note,
}

const toDecimalText = (value: number | null | undefined) => (value == null ? null : toText(exact(value)))

/** Without trailing zeros. */
function plain(decimal: string | null): string | null {
  if (decimal === null) return null
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal
}

/** The revisions of a transaction, newest first, each with its changes. */
export function buildHistory(
  versions: readonly StoredTransaction[],
  transactions: Readonly<Record<number, Transaction>>,
): Version[] {
  return versions.flatMap((version, index) => {
    const transaction = transactions[version.revision]
    if (!transaction) return []
    const before = versions[index + 1]
    return [
      {
        revision: version.revision,
        status: version.is_in_force ? version.status : ('superseded' as const),
        made_at: version.made_at.toISOString(),
        made_by:
          version.made_by_id === null ? null : { id: version.made_by_id, name: version.made_by_name ?? '' },
        reason: version.reason,
        entered: wireEntered(version),
        changes: before ? changesBetween(before, version) : firstFields(version),
        transaction,
      },
    ]
  })
}

function wireEntered(version: StoredTransaction): Version['entered'] {
  const entered = toDraft(version)
  return {
    quantity: entered.quantity ?? null,
    price: entered.price ?? null,
    amount: entered.amount ?? null,
    accrued: entered.accrued ?? null,
    ratio: entered.ratio ?? null,
    basis_share: entered.basis_share ?? null,
    counter_currency: entered.counter_currency ?? null,
    counter_amount: entered.counter_amount ?? null,
    fees: entered.fees ?? 0,
    taxes: entered.taxes ?? 0,
  }
}

function changesBetween(before: StoredTransaction, after: StoredTransaction): Version['changes'] {
  return Object.entries(fields).flatMap(([field, read]) => {
    const [was, is] = [read(before), read(after)]
    return was === is ? [] : [{ field, before: was, after: is }]
  })
}

function firstFields(version: StoredTransaction): Version['changes'] {
  return Object.entries(fields).flatMap(([field, read]) => {
    const value = read(version)
    return value === null || value === '0' ? [] : [{ field, before: null, after: value }]
  })
}
