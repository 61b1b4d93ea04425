import { type Day, toIsoDate } from '@plumbline/engine'
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
import type { SnapshotMetadata } from './snapshot-metadata.ts'

/**
 * Changes of the ledger that are not posted: transactions by the root they replace, null to void one. An account or
 * instrument that is not stored yet comes with its transactions.
 */
export type DraftTransactions = readonly {
  rootId: string
  transaction: TransactionRow | null
  account?: AccountRow
  instrument?: InstrumentRow
}[]

/** Everything a snapshot is built from, except market data. */
export interface FamilyFacts {
  accounts: AccountRow[]
  instruments: InstrumentRow[]
  /** In force. */
  transactions: TransactionRow[]
  /** Superseded or voided. */
  former: TransactionRow[]
  metadata: Omit<SnapshotMetadata, 'ledger' | 'dataDays' | 'unpostedSplits'>
}

/** The part of a ledger that is known: its transactions up to a day have these instruments. */
export interface KnownLedger {
  until: Day
  instruments: readonly string[]
}

/** Reads families. With `known` their transactions are those after it. */
export async function readFamilyFacts(
  tx: Scoped,
  familyIds: readonly string[],
  draft: DraftTransactions,
  { known = null, others = [] }: { known?: KnownLedger | null; others?: readonly string[] } = {},
): Promise<FamilyFacts> {
  const accounts = [...(await readAccounts(tx, familyIds)), ...newAccounts(draft)]
  const { transactions: posted, former } = await readTransactions(
    tx,
    familyIds,
    known && toIsoDate(known.until),
  )
  const transactions = applyDraft(posted, draft, new Set(accounts.map(({ id }) => id)))
  const used = [
    ...new Set([...(known?.instruments ?? []), ...listInstruments(transactions, former), ...others]),
  ]
  const instruments = [...(await readInstruments(tx, used)), ...newInstruments(draft)]
  const metadata = {
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
  return { accounts, instruments, transactions, former, metadata }
}

function listInstruments(...lists: readonly TransactionRow[][]): string[] {
  const used = new Set<string>()
  for (const list of lists)
    for (const { instrument_id } of list) if (instrument_id !== null) used.add(instrument_id)
  return [...used]
}

/** The accounts of a draft that are not stored yet. */
export function newAccounts(draft: DraftTransactions): AccountRow[] {
  return [...new Map(draft.flatMap(({ account }) => (account ? [[account.id, account]] : []))).values()]
}

function newInstruments(draft: DraftTransactions): InstrumentRow[] {
  return [
    ...new Map(draft.flatMap(({ instrument }) => (instrument ? [[instrument.id, instrument]] : []))).values(),
  ]
}

/** Applies the draft transactions of these accounts. */
function applyDraft(
  transactions: TransactionRow[],
  draft: DraftTransactions,
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
