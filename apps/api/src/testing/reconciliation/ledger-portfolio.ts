import { type Ledger, type Transaction, toIsoDate } from '@plumbline/engine'
import type { Change } from '../../features/reconciliation/causes/explanation.ts'
import { toEngineTransactions } from '../../snapshots/engine-ledger.ts'
import type { TransactionRow } from '../../snapshots/facts.store.ts'

const text = (value: unknown): string | null => (value === undefined || value === null ? null : String(value))

/** The row of a transaction as the database has it. */
export function toRow(transaction: Transaction, ledger: Ledger): TransactionRow {
  const { day, exDay, lots, takes, timeMs } = transaction
  const instrument = ledger.instruments.find(({ id }) => id === transaction.instrument)
  return {
    id: transaction.id,
    account_id: transaction.account,
    transaction_type: transaction.type,
    date: toIsoDate(day),
    time_of_day: timeMs === undefined ? null : new Date(timeMs).toISOString().slice(11, 19),
    sequence: transaction.sequence ?? 0,
    ex_date: exDay === undefined ? null : toIsoDate(exDay),
    instrument_id: transaction.instrument ?? null,
    quantity: text(transaction.quantity),
    price: text(transaction.price),
    amount: text(transaction.amount),
    currency: transaction.currency ?? instrument?.currency ?? '',
    net: text(transaction.net),
    rate: text(transaction.rate),
    fees: text(transaction.fees) ?? '0',
    taxes: text(transaction.taxes) ?? '0',
    accrued: text(transaction.accrued),
    counter_currency: transaction.counterCurrency ?? null,
    counter_amount: text(transaction.counterAmount),
    link: transaction.link ?? null,
    lots:
      lots?.map(lot => ({
        date: toIsoDate(lot.day),
        quantity: String(lot.quantity),
        cost: String(lot.cost),
      })) ?? null,
    takes: takes?.map(each => ({ transaction: each.transaction, quantity: String(each.quantity) })) ?? null,
    numerator: text(transaction.numerator),
    denominator: text(transaction.denominator),
    basis_share: text(transaction.basisShare),
    settle_date: null,
    revision: 1,
  }
}

/** The rows after the changes of a proposal. */
export function applyChanges(rows: readonly TransactionRow[], changes: readonly Change[]): TransactionRow[] {
  const byRoot = new Map(
    changes.flatMap(change => (change.action === 'add' ? [] : [[change.row.id, change] as const])),
  )
  const kept = rows.flatMap(row => {
    const change = byRoot.get(row.id)
    if (change?.action === 'void') return []
    return [change?.action === 'correct' ? { ...row, ...change.facts } : row]
  })
  const added = changes.flatMap((change, place): TransactionRow[] =>
    change.action === 'add'
      ? [{ ...change.facts, id: `proposed-${place}`, lots: null, takes: null, revision: 1 }]
      : [],
  )
  return [...kept, ...added]
}

export function withRows(ledger: Ledger, rows: readonly TransactionRow[]): Ledger {
  return { ...ledger, transactions: toEngineTransactions(rows) }
}
