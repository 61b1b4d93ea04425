import type { Scoped } from '../platform/db/database.ts'
import {
  type AccountRow,
  type InstrumentRow,
  readAccounts,
  readInstruments,
  readTransactions,
  type TransactionRow,
} from './facts.store.ts'
import {
  readCalendar,
  readOwnInstruments,
  readPriceSources,
  readRateSources,
} from './instrument-facts.store.ts'
import type { Names } from './named-snapshot.ts'

/** Changes of the ledger to look at before they are made: transactions by the root they replace, null to void one. */
export type Draft = readonly { rootId: string; transaction: TransactionRow | null }[]

/** What the database says of a family. */
export interface FamilyFacts {
  accounts: AccountRow[]
  instruments: InstrumentRow[]
  /** In force, and those that no longer count. */
  transactions: TransactionRow[]
  former: TransactionRow[]
  names: Omit<Names, 'ledger'>
}

export async function readFamilyFacts(
  tx: Scoped,
  familyIds: readonly string[],
  draft: Draft,
): Promise<FamilyFacts> {
  const accounts = await readAccounts(tx, familyIds)
  const { transactions: posted, former } = await readTransactions(tx, familyIds)
  const transactions = withDraft(posted, draft, new Set(accounts.map(({ id }) => id)))
  const used = instrumentsIn(transactions, former)
  const instruments = await readInstruments(tx, used)
  const names = {
    accounts: new Map(
      accounts.map(row => [
        row.id,
        {
          name: row.name,
          custodianId: row.custodian_id,
          custodianName: row.custodian_name,
          baseCurrency: row.base_currency,
        },
      ]),
    ),
    symbols: new Map(
      instruments.flatMap((row): [string, string][] => (row.symbol === null ? [] : [[row.id, row.symbol]])),
    ),
    priceSources: await readPriceSources(tx, used),
    rateSources: await readRateSources(tx),
    ownInstruments: await readOwnInstruments(tx, used),
    calendar: await readCalendar(tx, used),
  }
  return { accounts, instruments, transactions, former, names }
}

function instrumentsIn(...lists: readonly TransactionRow[][]): string[] {
  const used = new Set<string>()
  for (const list of lists)
    for (const { instrument_id } of list) if (instrument_id !== null) used.add(instrument_id)
  return [...used]
}

/** With what a draft says of these accounts. */
function withDraft(
  transactions: TransactionRow[],
  draft: Draft,
  accounts: ReadonlySet<string>,
): TransactionRow[] {
  if (draft.length === 0) return transactions
  const replaced = new Set(draft.map(({ rootId }) => rootId))
  const kept = transactions.filter(({ id }) => !replaced.has(id))
  const added = draft.flatMap(({ transaction }) =>
    transaction !== null && accounts.has(transaction.account_id) ? [transaction] : [],
  )
  return [...kept, ...added]
}
