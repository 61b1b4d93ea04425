import { sql } from 'kysely'
import { addTransactions, reviseTransaction, type TransactionFacts } from '../../ledger/ledger.store.ts'
import { writeAudit } from '../../platform/db/audit-line.ts'
import type { Database, Scoped } from '../../platform/db/database.ts'
import { writeInBatches } from '../../platform/db/in-batches.ts'
import { addBackgroundJob, type BackgroundJob } from '../../platform/jobs/background.store.ts'
import { openAccounts } from './accounts/open-accounts.store.ts'
import { linkId, type StatementFacts, transactionFrom } from './drafts/draft-facts.ts'
import { createInstrument, knownInstruments } from './drafts/known-instruments.store.ts'
import { type StoredHint, toFullHint } from './drafts/stored-draft.ts'
import type { StatedAccount } from './files/stated-account.ts'
import { followImport } from './follow-import.store.ts'
import { lockImport } from './lock-import.store.ts'
import { matchRows } from './match-rows.store.ts'
import { openImports } from './open-imports.store.ts'
import { forgetMatches, settleTradeCash } from './trade-cash/trade-cash.store.ts'

export type ApplyStore = ReturnType<typeof applyStore>

interface RowToPost {
  file_id: string
  number: number
  kind: 'draft' | 'problem' | 'cancellation'
  key: string
  state: 'new' | 'changed'
  account_id: string
  facts: StatementFacts | null
  new_instrument: string | null
  link: string | null
  time: string | null
  note: string | null
  transaction_root: string | null
}

export interface Applied {
  familyId: string
  currency: string
  transactions: number
}

/** Keeps the balances and holdings that a file states of an account, and the prices of its holdings. */
export type KeepStatement = (tx: Scoped, file: ImportedStatement) => Promise<void>

export interface ImportedStatement {
  userId: string
  importId: string
  accountId: string
  format: string
  stated: StatedAccount
}

const chunk = 2000

export function applyStore(database: () => Database, keepStatement: KeepStatement) {
  return {
    /** Records that an import is to be applied. Null if it is not open. */
    begin(userId: string, importId: string, name: string): Promise<BackgroundJob | null> {
      return database().within({ user: userId }, async tx => {
        const found = await lockImport(tx, importId, ['open', 'failed', 'undone'])
        if (!found) return null
        await openImports(tx, [importId])
        // An undone import removed its instruments and accounts, so its rows are resolved anew.
        if (found.status === 'undone') await resetFacts(tx, importId)
        const job = await addBackgroundJob(tx, userId, {
          kind: 'import',
          name,
          details: { import: importId },
          resultId: importId,
          familyId: found.family_id,
        })
        await sql`
          update import set status = 'applying', job_id = ${job.id} where id = ${importId}`.execute(tx)
        return job
      })
    },

    /** The family of the import. Null if there is nothing left to apply. */
    waiting(userId: string, importId: string): Promise<{ family_id: string; currency: string } | null> {
      return database().within({ user: userId }, async tx => {
        const { rows } = await sql<{ family_id: string; currency: string }>`
          select family_id, currency from import where id = ${importId} and status = 'applying'`.execute(tx)
        return rows[0] ?? null
      })
    },

    /**
     * Posts an import in one transaction. Imports of a family are serialized across servers, so that each sees
     * the transactions of the previous one as duplicates.
     */
    apply(
      userId: string,
      importId: string,
      progress: (done: number) => Promise<void>,
    ): Promise<Applied | null> {
      return database().within({ user: userId }, async tx => {
        const applied = await applyImport(tx, userId, importId, progress)
        if (applied) await keepStatements(tx, keepStatement, { userId, importId, familyId: applied.familyId })
        return applied
      })
    },

    async recordValueChange(userId: string, importId: string, change: number | null): Promise<void> {
      await database().within({ user: userId }, tx =>
        sql`update import set value_change = ${change} where id = ${importId}`.execute(tx),
      )
    },

    async fail(userId: string, importId: string): Promise<void> {
      await database().within({ user: userId }, tx =>
        sql`update import set status = 'failed' where id = ${importId} and status = 'applying'`.execute(tx),
      )
    },
  }
}

/** Posts an import that is being applied. Without a user it was delivered by a feed. */
export async function applyImport(
  tx: Scoped,
  userId: string | null,
  importId: string,
  progress: (done: number) => Promise<void>,
): Promise<Applied | null> {
  const found = await lockImport(tx, importId, ['applying'])
  if (!found) return null
  await openImports(tx, [importId])
  await sql`select from family_version where family_id = ${found.family_id} for update`.execute(tx)
  await openAccounts(tx, { importId, familyId: found.family_id, userId })
  await matchRows(tx, importId)
  const made = await createInstruments(tx, importId, found.family_id)
  const applying = { userId, importId, familyId: found.family_id }
  const posted = await postRows(tx, { ...applying, made }, progress)
  const transactions = posted + (await settleTradeCash(tx, applying))
  await sql`
    update import set status = 'applied', applied_at = present_moment(), undone_at = null,
      transactions_count = ${transactions}, judged_version = null,
      account_ids = coalesce((select array_agg(distinct account_id) from import_file
        where family_id = ${found.family_id} and import_id = ${importId} and account_id is not null), '{}')
    where family_id = ${found.family_id} and id = ${importId}`.execute(tx)
  await followImport(tx, importId)
  await sql`update import_file set content = null, pages = null where import_id = ${importId}`.execute(tx)
  await writeAudit(tx, {
    actorId: userId,
    familyId: found.family_id,
    action: 'import_applied',
    details: { kind: 'import', id: importId, transactions },
  })
  return { familyId: found.family_id, currency: found.currency, transactions }
}

/** Done after posting, because the prices are of securities that the import may have created. */
async function keepStatements(
  tx: Scoped,
  keep: KeepStatement,
  { userId, importId, familyId }: { userId: string; importId: string; familyId: string },
): Promise<void> {
  const { rows } = await sql<{ account_id: string; format: string; stated: StatedAccount }>`
    select account_id, format, stated from import_file
    where family_id = ${familyId} and import_id = ${importId} and state = 'ready'
      and account_id is not null and format is not null and stated is not null
    order by position, id`.execute(tx)
  for (const { account_id: accountId, format, stated } of rows)
    await keep(tx, { userId, importId, accountId, format, stated })
}

async function resetFacts(tx: Scoped, importId: string): Promise<void> {
  await sql`update import_row set facts = null, outcome = null where import_id = ${importId}`.execute(tx)
  await sql`update import set judged_version = null where id = ${importId}`.execute(tx)
}

/** Creates missing instruments, each once. Returns their ids by the key that rows refer to. */
async function createInstruments(
  tx: Scoped,
  importId: string,
  familyId: string,
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ new_instrument: string; hint: StoredHint; currency: string }>`
    select distinct on (new_instrument) new_instrument, coalesce(fixed_draft, draft) -> 'instrument' as hint,
      facts ->> 'currency' as currency
    from import_row
    where import_id = ${importId} and new_instrument is not null and state in ('new', 'changed')
    order by new_instrument, facts ->> 'quantity' is null, file_id, number`.execute(tx)
  const made = new Map<string, string>()
  const added: string[] = []
  for (const { new_instrument, hint: kept, currency } of rows) {
    const hint = toFullHint(kept)
    // An instrument created a moment ago may match another spelling.
    const find = await knownInstruments(tx, familyId, [hint])
    let id = find(hint, currency)?.id
    if (id === undefined) {
      id = await createInstrument(tx, familyId, hint, currency)
      added.push(id)
    }
    made.set(new_instrument, id)
  }
  await sql`
    update import set made_instrument_ids = made_instrument_ids || ${added}::uuid[] where id = ${importId}`.execute(
    tx,
  )
  return made
}

interface ApplyContext {
  userId: string | null
  importId: string
  familyId: string
  made: ReadonlyMap<string, string>
}

async function postRows(
  tx: Scoped,
  { userId, importId, familyId, made }: ApplyContext,
  progress: (done: number) => Promise<void>,
): Promise<number> {
  const { rows } = await sql<RowToPost>`
    select r.file_id, r.number, r.kind, r.key, r.state, f.account_id, r.facts, r.new_instrument, r.transaction_root,
      coalesce(r.fixed_draft, r.draft) ->> 'link' as link, coalesce(r.fixed_draft, r.draft) ->> 'time' as time,
      coalesce(r.fixed_draft, r.draft) ->> 'note' as note
    from import_row r join import_file f on f.id = r.file_id and f.family_id = r.family_id
    where r.import_id = ${importId} and r.state in ('new', 'changed') and f.account_id is not null
      and (r.facts is not null or r.kind = 'cancellation')
    order by f.position, r.number`.execute(tx)
  for (const row of rows) {
    const instrument_id = row.new_instrument === null ? undefined : made.get(row.new_instrument)
    if (instrument_id !== undefined) row.facts = { ...row.facts, instrument_id }
  }
  const added = rows.filter(row => row.state === 'new')
  await writeInBatches(
    added,
    chunk,
    row => ({ key: row.key, facts: factsToPost(familyId, row) }),
    async (some, end) => {
      await addTransactions(
        tx,
        familyId,
        some.map(({ facts }) => facts),
        index => ({ source: 'import', sourceKey: some[index]?.key ?? null, importId, createdBy: userId }),
      )
      await progress(end / Math.max(1, rows.length))
    },
  )
  for (const row of rows) if (row.state === 'changed') await reviseRow(tx, userId, familyId, row)
  return rows.length
}

function factsToPost(familyId: string, row: RowToPost): TransactionFacts {
  return transactionFrom(row.facts ?? {}, {
    accountId: row.account_id,
    link: row.link === null ? null : linkId(familyId, row.link),
    time: row.time,
    note: row.note,
  })
}

/** Revises or voids a transaction that the custodian restated; its history keeps the earlier version. */
async function reviseRow(tx: Scoped, userId: string | null, familyId: string, row: RowToPost): Promise<void> {
  const { rows } = await sql<{ root_id: string; revision: number }>`
    select root_id, revision from transaction
    where family_id = ${familyId} and account_id = ${row.account_id} and source_key = ${row.key}
      and superseded_by is null and status <> 'void' for update`.execute(tx)
  const transaction = rows[0]
  if (!transaction) return
  const isCancelled = row.kind === 'cancellation'
  await reviseTransaction(tx, familyId, transaction.root_id, transaction.revision, {
    facts: isCancelled ? {} : factsToPost(familyId, row),
    status: isCancelled ? 'void' : 'booked',
    createdBy: userId,
    reason: isCancelled ? 'Reversed by the custodian.' : 'Restated by the custodian.',
  })
  await forgetMatches(tx, familyId, sql`${transaction.root_id}`)
  await sql`
    update import_row set outcome = ${isCancelled ? 'voided' : 'revised'}, transaction_root = ${transaction.root_id},
      revision_before = ${transaction.revision}
    where file_id = ${row.file_id} and number = ${row.number}`.execute(tx)
}
