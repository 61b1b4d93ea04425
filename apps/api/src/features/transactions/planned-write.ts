import { randomUUID } from 'node:crypto'
import type { PlannedWrite } from '../../figures/plausibility/check-plausibility.ts'
import type { TransactionFacts } from '../../ledger/ledger.store.ts'
import type { TransactionRow } from '../../snapshots/facts.store.ts'
import type { StoredTransaction } from './entry.store.ts'

/** New transactions as the plausibility check reads them. */
export function plannedAddition(familyId: string, transactions: readonly TransactionFacts[]): PlannedWrite {
  return {
    familyId,
    entries: transactions.map(facts => ({ facts, fields: { date: 'date', price: 'price' } })),
    draft: transactions.map(facts => toDraftRow(randomUUID(), facts)),
    valueField: 'amount',
    isAddition: true,
  }
}

export function toDraftRow(rootId: string, facts: TransactionFacts) {
  const transaction: TransactionRow = { ...facts, id: rootId, lots: null, takes: null }
  return { rootId, transaction }
}

/** A correction, on both sides of a transfer. Only what changes is asked about. */
export function plannedCorrection(
  revisions: readonly { transaction: StoredTransaction; facts: Partial<TransactionFacts> }[],
): PlannedWrite {
  const isPriced = ({ price, amount, quantity }: Partial<TransactionFacts>) =>
    price !== undefined || amount !== undefined || quantity !== undefined
  return {
    familyId: revisions[0]?.transaction.family_id ?? '',
    entries: revisions.map(({ transaction, facts }) => ({
      facts: { ...transaction, ...facts },
      fields: {
        ...(facts.date === undefined ? {} : { date: 'date' }),
        ...(isPriced(facts) ? { price: 'price' } : {}),
      },
    })),
    draft: revisions.map(({ transaction, facts }) => ({
      rootId: transaction.id,
      transaction: { ...transaction, ...facts },
    })),
    valueField: 'amount',
    isAddition: false,
  }
}
