import { randomUUID } from 'node:crypto'
import { manualCustodian } from '@plumbline/contract'
import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import type { AccountRow, InstrumentRow, TransactionRow } from '../../snapshots/facts.store.ts'
import type { DraftTransactions } from '../../snapshots/family-facts.ts'
import { linkId, type StatementFacts, transactionFrom } from './drafts/draft-facts.ts'
import { instrumentName } from './drafts/known-instruments.store.ts'
import { type StoredHint, toFullHint } from './drafts/stored-draft.ts'
import { matchRows } from './match-rows.store.ts'

interface PlannedRow {
  kind: 'draft' | 'problem' | 'cancellation'
  state: 'new' | 'changed'
  account_id: string | null
  new_account: { name: string; currency: string } | null
  facts: StatementFacts | null
  new_instrument: string | null
  hint: StoredHint | null
  link: string | null
  time: string | null
  transaction_root: string | null
}

export type ImportEffectStore = ReturnType<typeof importEffectStore>

/** Reads what applying an import would post, without posting it. */
export function importEffectStore(database: () => Database) {
  return {
    plan(userId: string, importId: string, familyId: string): Promise<DraftTransactions> {
      return database().within({ user: userId }, async tx => {
        await matchRows(tx, importId)
        const { rows } = await sql<PlannedRow>`
          select r.kind, r.state, f.account_id, f.new_account,
            coalesce(r.settled_facts, r.facts) as facts, r.new_instrument,
            coalesce(r.fixed_draft, r.draft) -> 'instrument' as hint, r.transaction_root,
            coalesce(r.fixed_draft, r.draft) ->> 'link' as link, coalesce(r.fixed_draft, r.draft) ->> 'time' as time
          from import_row r join import_file f on f.id = r.file_id and f.family_id = r.family_id
          where r.family_id = ${familyId} and r.import_id = ${importId} and r.state in ('new', 'changed')
            and (f.account_id is not null or f.new_account is not null)
          order by f.position, r.number`.execute(tx)
        return planTransactions(rows, familyId)
      })
    },
  }
}

function planTransactions(rows: readonly PlannedRow[], familyId: string): DraftTransactions {
  const accounts = new Map<string, AccountRow>()
  const instruments = new Map<string, InstrumentRow>()
  return rows.flatMap((row): DraftTransactions => {
    const account =
      row.account_id === null ? findOrAddAccount(accounts, row.new_account, familyId) : undefined
    const accountId = row.account_id ?? account?.id
    if (accountId === undefined) return []
    const rootId = row.transaction_root ?? randomUUID()
    if (row.kind === 'cancellation') return [{ rootId, transaction: null }]
    const instrument = findOrAddInstrument(instruments, row)
    const facts = instrument ? { ...row.facts, instrument_id: instrument.id } : (row.facts ?? {})
    const place = {
      accountId,
      link: row.link === null ? null : linkId(familyId, row.link),
      time: row.time,
      note: null,
    }
    const transaction: TransactionRow = {
      ...transactionFrom(facts, place),
      id: rootId,
      lots: null,
      takes: null,
    }
    return [{ rootId, transaction, ...(account && { account }), ...(instrument && { instrument }) }]
  })
}

/** Files with the same name of a new account share it. */
function findOrAddAccount(
  accounts: Map<string, AccountRow>,
  asked: PlannedRow['new_account'],
  familyId: string,
): AccountRow | undefined {
  if (!asked) return undefined
  const key = asked.name.toLowerCase()
  const account = accounts.get(key) ?? {
    id: randomUUID(),
    family_id: familyId,
    custodian_id: manualCustodian,
    custodian_name: '',
    name: asked.name,
    base_currency: asked.currency,
    lot_method: 'fifo',
    cash: 'tracked',
    allows_short: false,
    variation_margin: 'booked',
  }
  accounts.set(key, account)
  return account
}

function findOrAddInstrument(
  instruments: Map<string, InstrumentRow>,
  { new_instrument: key, hint, facts }: PlannedRow,
): InstrumentRow | undefined {
  if (key === null) return undefined
  const full = toFullHint(hint ?? {})
  const instrument = instruments.get(key) ?? {
    id: randomUUID(),
    name: instrumentName(full),
    long_name: null,
    symbol: full.symbol,
    isin: full.isin,
    instrument_type: full.type ?? 'equity',
    currency: full.currency ?? facts?.currency ?? '',
    country: full.country,
    sector: null,
    contract_size: full.contractSize ?? '1',
    contract_expiration: full.expiry,
    underlying_id: null,
    strike: full.strike,
    option_right: full.right,
    base_currency: null,
    terms: {},
    price_kind: 'traded',
    is_split_adjusted: false,
    splits: [],
  }
  instruments.set(key, instrument)
  return instrument
}
