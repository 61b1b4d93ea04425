import { randomUUID } from 'node:crypto'
import { manualCustodian } from '@plumbline/contract'
import type { InstrumentHint } from '@plumbline/importers'
import { sql } from 'kysely'
import type { TransactionFacts } from '../../ledger/ledger.store.ts'
import { type PostedChange, postRevision, restoreChange } from '../../ledger/posted-changes.store.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { writeAudit } from '../../platform/db/audit-line.ts'
import type { Database, Scoped } from '../../platform/db/database.ts'
import { setMatchingRule, statedKey } from '../../platform/db/market/matching-rules.store.ts'
import { isSecurity } from '../../platform/db/market/securities.ts'
import { AppError } from '../../platform/errors/app-error.ts'

export type SecurityCorrectionsStore = ReturnType<typeof securityCorrectionsStore>

/** What a file states of a security, as an import keeps it. */
export type StatedHint = Partial<InstrumentHint>

/** Creates a security of the family from what a statement says, and returns its id. */
export type CreateSecurity = (
  tx: Scoped,
  familyId: string,
  hint: StatedHint,
  currency: string,
) => Promise<string>

/** A transaction of a security, and what its import states of that security. */
export interface MatchedTransaction {
  root: string
  revision: number
  account_id: string
  account_name: string
  is_manual: boolean
  import_id: string | null
  link: string | null
  hint: StatedHint | null
}

/** Where transactions were moved from. */
interface LastCorrection {
  id: string
  from_name: string
  count: number
}

export interface SecurityRow {
  id: string
  name: string
  currency: string
  instrument_type: string
  contract_size: string
}

export interface NewSecurity {
  hint: StatedHint
  currency: string
}

interface Posting {
  familyId: string
  from: string
  /** An existing security, or one to create. */
  target: SecurityRow | NewSecurity
  revisions: readonly { transaction: MatchedTransaction; facts: Partial<TransactionFacts> }[]
  /** What later imports recognize the security by; null to leave them as they are. */
  stated: string | null
}

const reason = 'Belongs to another security.'
const undoReason = 'The change of the security was undone.'

/** Moves transactions to another security, posted and undone as one. */
export function securityCorrectionsStore(database: () => Database, createSecurity: CreateSecurity) {
  return {
    /** The transactions of a security in force that the user sees, with what imports that the user sees state of it. */
    matched(userId: string, familyId: string, instrumentId: string): Promise<MatchedTransaction[]> {
      return database().within({ user: userId }, async tx => {
        const imports = await sql<{ id: string }>`
          select distinct import_id as id from transaction
          where family_id = ${familyId} and superseded_by is null and import_id is not null
            and (instrument_id = ${instrumentId} or instrument_id in (
              select merged_id from instrument_redirect where kept_id = ${instrumentId}))`.execute(tx)
        await sql`select open_imports(${imports.rows.map(({ id }) => id)}::uuid[], false)`.execute(tx)
        const { rows } = await sql<MatchedTransaction>`
          select distinct on (t.root_id) t.root_id as root, t.revision, t.account_id, a.name as account_name,
            a.custodian_id = ${manualCustodian} as is_manual, t.import_id, t.link,
            coalesce(r.fixed_draft, r.draft) -> 'instrument' as hint
          from transaction t
          join account a on a.id = t.account_id and a.family_id = t.family_id
          left join import_row r on r.family_id = t.family_id and r.import_id = t.import_id and r.key = t.source_key
            and r.facts is not null
          where t.family_id = ${familyId} and t.superseded_by is null and t.status <> 'void'
            and (t.instrument_id = ${instrumentId} or t.instrument_id in (
              select merged_id from instrument_redirect where kept_id = ${instrumentId}))
          order by t.root_id, r.state = 'new' desc, r.file_id, r.number`.execute(tx)
        return rows
      })
    },

    /** The families with transactions of a security that the user sees. */
    families(userId: string, instrumentId: string): Promise<{ id: string; name: string }[]> {
      return database().within({ user: userId }, async tx => {
        const { rows } = await sql<{ family_id: string }>`
          select distinct family_id from transaction
          where superseded_by is null and status <> 'void'
            and (instrument_id = ${instrumentId} or instrument_id in (
              select merged_id from instrument_redirect where kept_id = ${instrumentId}))`.execute(tx)
        const found = await sql<{ id: string; name: string }>`
          select id, name from family where id = any(${rows.map(row => row.family_id)}::uuid[])
          order by name, id`.execute(tx)
        return found.rows
      })
    },

    /** The last correction that moved a transaction and was not undone. */
    last(userId: string, familyId: string, root: string): Promise<LastCorrection | null> {
      return database().within({ user: userId }, async tx => {
        const { rows } = await sql<LastCorrection>`
          select c.id, jsonb_array_length(c.changes) as count, n.name as from_name
          from security_correction c join instrument n on n.id = c.from_id
          where c.family_id = ${familyId} and c.undone_at is null
            and c.changes @> ${JSON.stringify([{ root }])}::jsonb
          order by c.posted_at desc, c.id limit 1`.execute(tx)
        return rows[0] ?? null
      })
    },

    /** A security that transactions of a family may belong to; null for a manual asset or another family's. */
    security(userId: string, familyId: string, id: string): Promise<SecurityRow | null> {
      return database().within({ user: userId }, async tx => {
        const { rows } = await sql<SecurityRow>`
          select i.id, i.name, i.currency, i.instrument_type, i.contract_size::text as contract_size
          from instrument i
          where i.id = ${id} and ${isSecurity} and (i.family_id is null or i.family_id = ${familyId})
            and i.instrument_type <> 'index'`.execute(tx)
        return rows[0] ?? null
      })
    },

    /** A security with this ISIN and currency that the family knows, which therefore need not be created. */
    listing(userId: string, familyId: string, isin: string, currency: string): Promise<SecurityRow | null> {
      return database().within({ user: userId }, async tx => {
        const { rows } = await sql<SecurityRow>`
          select i.id, i.name, i.currency, i.instrument_type, i.contract_size::text as contract_size
          from instrument i
          where i.isin = ${isin} and i.currency = ${currency} and ${isSecurity}
            and (i.family_id is null or i.family_id = ${familyId})
          order by i.family_id is not null, i.id limit 1`.execute(tx)
        return rows[0] ?? null
      })
    },

    /** Makes all changes in one transaction of the database. */
    post(actor: Actor, posting: Posting): Promise<{ id: string; security: { id: string; name: string } }> {
      return database().within({ user: actor.id }, async tx => {
        const { familyId, target, revisions, stated, from } = posting
        await sql`select from family_version where family_id = ${familyId} for update`.execute(tx)
        const isNew = !('id' in target)
        const to = isNew ? await createSecurity(tx, familyId, target.hint, target.currency) : target.id
        const changes: PostedChange[] = []
        for (const { transaction, facts } of revisions)
          changes.push(
            await postRevision(
              tx,
              familyId,
              {
                root: transaction.root,
                revision: transaction.revision,
                facts: { ...facts, instrument_id: to },
                status: 'booked',
              },
              { createdBy: actor.id, reason },
            ),
          )
        const rule =
          stated === null ? null : { stated, before: await setMatchingRule(tx, familyId, stated, to) }
        const accounts = [...new Set(revisions.map(({ transaction }) => transaction.account_id))]
        const id = randomUUID()
        await sql`
          insert into security_correction (id, family_id, account_ids, from_id, to_id, made_id, changes, rule, posted_by)
          values (${id}, ${familyId}, ${accounts}::uuid[], ${from}, ${to}, ${isNew ? to : null},
            ${JSON.stringify(changes)}::jsonb, ${rule && JSON.stringify(rule)}::jsonb, ${actor.id})`.execute(
          tx,
        )
        const name = isNew ? (target.hint.name ?? '') : target.name
        await audit(tx, actor, familyId, 'security_corrected', { name, id: to, count: changes.length })
        return { id, security: { id: to, name } }
      })
    },

    /** Moves the transactions back. Throws `conflict` if one of them was changed since. */
    undo(actor: Actor, id: string, mayChange: (accounts: readonly boolean[]) => boolean): Promise<number> {
      return database().within({ user: actor.id }, async tx => {
        const { rows } = await sql<Correction>`
          update security_correction set undone_at = present_moment(), undone_by = ${actor.id}
          where id = ${id} and undone_at is null
          returning family_id, account_ids, from_id, to_id, made_id, changes, rule`.execute(tx)
        const [found] = rows
        if (!found) throw new AppError('not_found')
        const { family_id: familyId, changes, rule, made_id: made } = found
        const accounts = await sql<{ is_manual: boolean }>`
          select custodian_id = ${manualCustodian} as is_manual from account
          where family_id = ${familyId} and id = any(${found.account_ids}::uuid[])`.execute(tx)
        if (!mayChange(accounts.rows.map(row => row.is_manual))) throw new AppError('contact_account_manager')
        for (const change of changes)
          await restoreChange(tx, familyId, change, { createdBy: actor.id, reason: undoReason })
        if (rule) await setMatchingRule(tx, familyId, rule.stated, rule.before)
        if (made)
          await sql`
            update instrument set deleted_at = present_moment()
            where id = ${made} and family_id = ${familyId} and not is_instrument_held(id, family_id)
              and not exists (select from instrument_merge m where m.kept_id = instrument.id)`.execute(tx)
        const names = await sql<{ name: string }>`
          select name from instrument where id = ${found.from_id}`.execute(tx)
        await audit(tx, actor, familyId, 'security_correction_undone', {
          name: names.rows[0]?.name ?? '',
          id: found.from_id,
          count: changes.length,
        })
        return changes.length
      })
    },
  }
}

interface Correction {
  family_id: string
  account_ids: string[]
  from_id: string
  to_id: string
  made_id: string | null
  changes: PostedChange[]
  rule: { stated: string; before: string | null } | null
}

/** What later imports recognize the security of a transaction by; null if no import posted it. */
export const matchKey = ({ hint }: MatchedTransaction): string | null => hint && statedKey(hint)

/** Transactions whose file calls the security by the same identifier. */
export function isStatedAlike(one: MatchedTransaction, other: MatchedTransaction): boolean {
  const key = matchKey(one)
  return key !== null && key === matchKey(other)
}

function audit(
  tx: Scoped,
  actor: Actor,
  familyId: string,
  action: string,
  { name, id, count }: { name: string; id: string; count: number },
): Promise<void> {
  return writeAudit(tx, {
    actorId: actor.id,
    familyId,
    action,
    subject: name,
    details: { kind: 'instrument', id, transactions: count },
    address: actor.address,
  })
}
