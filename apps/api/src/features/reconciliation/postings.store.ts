import { randomUUID } from 'node:crypto'
import type { BreakCause } from '@plumbline/contract'
import { sql } from 'kysely'
import { addTransactions, type TransactionFacts } from '../../ledger/ledger.store.ts'
import { type PostedChange, postRevision, restoreChange } from '../../ledger/posted-changes.store.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { writeAudit } from '../../platform/db/audit-line.ts'
import type { Database, Scoped } from '../../platform/db/database.ts'
import { nameUsers } from '../../platform/db/name-users.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Change } from './causes/explanation.ts'
import type { AccountRow } from './statements.store.ts'

export type PostingsStore = ReturnType<typeof postingsStore>

/** Recomputes the derived entries of a manual asset; does nothing for any other instrument. */
export type RestateAsset = (tx: Scoped, actorId: string, instrumentId: string) => Promise<void>

export interface PostingRow {
  id: string
  proposal: string
  causes: BreakCause[]
  changes: PostedChange[]
  posted_at: Date
  posted_by_id: string | null
  posted_by_name: string | null
}

const reason = 'Reconciliation with the statement.'
const undoReason = 'The reconciliation was undone.'

/** Posts proposals as one and undoes them as one. */
export function postingsStore(database: () => Database, restateAsset: RestateAsset) {
  return {
    version: (userId: string, familyId: string) =>
      database().within({ user: userId }, tx => readVersion(tx, familyId, false)),

    /** The postings of a day that were not undone, newest first. */
    list: (userId: string, accountId: string, date: string) =>
      database().within({ user: userId }, async tx => {
        const { rows } = await sql<Omit<PostingRow, 'posted_by_name'>>`
          select id, proposal, causes, changes, posted_at, posted_by as posted_by_id
          from reconciliation_posting
          where account_id = ${accountId} and date = ${date}::date and undone_at is null
          order by posted_at desc, id`.execute(tx)
        const names = await nameUsers(
          tx,
          rows.map(({ posted_by_id: id }) => id),
        )
        return rows.map(row => ({ ...row, posted_by_name: names.get(row.posted_by_id ?? '') ?? null }))
      }),

    /**
     * Makes all changes in one transaction of the database. `version` is the version of the ledger that the proposal
     * was derived from: after any other change of the ledger it may no longer be right, so it is not posted.
     */
    post(
      actor: Actor,
      account: AccountRow,
      posting: { date: string; proposal: string; causes: readonly BreakCause[]; changes: readonly Change[] },
      version: string,
    ): Promise<void> {
      return database().within({ user: actor.id }, async tx => {
        const { family_id: familyId } = account
        if ((await readVersion(tx, familyId, true)) !== version) throw new AppError('conflict')
        const posted: PostedChange[] = []
        for (const change of posting.changes)
          if (change.action !== 'add') posted.push(await revise(tx, actor, familyId, change))
        posted.push(...(await addAll(tx, actor, familyId, posting.changes)))
        for (const id of listInstruments(posting.changes)) await restateAsset(tx, actor.id, id)
        const { rows } = await sql<{ id: string }>`
          insert into reconciliation_posting (family_id, account_id, date, proposal, causes, changes, posted_by)
          values (${familyId}, ${account.id}, ${posting.date}::date, ${posting.proposal}, ${posting.causes}::text[],
            ${JSON.stringify(posted)}::jsonb, ${actor.id}) returning id`.execute(tx)
        await audit(tx, actor, account, 'reconciliation_posted', { date: posting.date, posting: rows[0]?.id })
      })
    },

    /** The accounts of the transactions that undoing a posting restores; null for one that the user does not see. */
    accounts: (userId: string, account: AccountRow, id: string) =>
      database().within({ user: userId }, tx => readAccounts(tx, account, id)),

    /** Restores what the posting changed. Throws `conflict` if one of its transactions was changed since. */
    undo(actor: Actor, account: AccountRow, id: string): Promise<string> {
      return database().within({ user: actor.id }, async tx => {
        const { rows } = await sql<{ changes: PostedChange[]; date: string }>`
          update reconciliation_posting set undone_at = present_moment(), undone_by = ${actor.id}
          where id = ${id} and account_id = ${account.id} and undone_at is null returning changes, date`.execute(
          tx,
        )
        const found = rows[0]
        if (!found) throw new AppError('not_found')
        const origin = { createdBy: actor.id, reason: undoReason }
        for (const change of found.changes) await restoreChange(tx, account.family_id, change, origin)
        await audit(tx, actor, account, 'reconciliation_undone', { date: found.date, posting: id })
        return found.date
      })
    },
  }
}

async function readAccounts(tx: Scoped, account: AccountRow, id: string): Promise<(string | null)[]> {
  const { rows } = await sql<{ changes: PostedChange[] }>`
    select changes from reconciliation_posting
    where family_id = ${account.family_id} and account_id = ${account.id} and id = ${id} and undone_at is null`.execute(
    tx,
  )
  const [posting] = rows
  if (!posting) throw new AppError('not_found')
  const roots = posting.changes.map(({ root }) => root)
  const versions = await sql<{ root_id: string; revision: number; account_id: string }>`
    select root_id, revision, account_id from transaction
    where family_id = ${account.family_id} and root_id = any(${roots}::uuid[])`.execute(tx)
  const find = (root: string, revision: number) =>
    versions.rows.find(each => each.root_id === root && each.revision === revision)?.account_id ?? null
  return posting.changes.flatMap(({ root, before, after }) =>
    [after, before].flatMap(revision => (revision === null ? [] : find(root, revision))),
  )
}

async function readVersion(tx: Scoped, familyId: string, isLocked: boolean): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select version::text from family_version where family_id = ${familyId}
    ${isLocked ? sql`for update` : sql``}`.execute(tx)
  return rows[0]?.version ?? '0'
}

function revise(
  tx: Scoped,
  actor: Actor,
  familyId: string,
  change: Exclude<Change, { action: 'add' }>,
): Promise<PostedChange> {
  const facts = change.action === 'correct' ? change.facts : {}
  const status = change.action === 'void' ? 'void' : 'booked'
  const { id: root, revision = 1 } = change.row
  return postRevision(tx, familyId, { root, revision, facts, status }, { createdBy: actor.id, reason })
}

async function addAll(
  tx: Scoped,
  actor: Actor,
  familyId: string,
  changes: readonly Change[],
): Promise<PostedChange[]> {
  const links = new Map<string, string>()
  const linkId = (link: string) => {
    const id = links.get(link) ?? randomUUID()
    links.set(link, id)
    return id
  }
  const added = changes.flatMap((change): TransactionFacts[] =>
    change.action === 'add'
      ? [{ ...change.facts, link: change.facts.link === null ? null : linkId(change.facts.link) }]
      : [],
  )
  const heads = await addTransactions(tx, familyId, added, () => ({
    source: 'manual',
    sourceKey: null,
    importId: null,
    createdBy: actor.id,
  }))
  return heads.map(({ rootId, revision }) => ({ root: rootId, before: null, after: revision }))
}

function listInstruments(changes: readonly Change[]): Set<string> {
  return new Set(
    changes.flatMap(change =>
      change.action === 'add' ? (change.facts.instrument_id ?? []) : (change.row.instrument_id ?? []),
    ),
  )
}

function audit(
  tx: Scoped,
  actor: Actor,
  account: AccountRow,
  action: string,
  details: Record<string, unknown>,
): Promise<void> {
  return writeAudit(tx, {
    actorId: actor.id,
    familyId: account.family_id,
    action,
    subject: account.name,
    details: { kind: 'account', id: account.id, ...details },
    address: actor.address,
  })
}
