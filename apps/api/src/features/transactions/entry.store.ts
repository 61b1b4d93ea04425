import { manualCustodian, type TransactionType } from '@plumbline/contract'
import { type RawBuilder, sql } from 'kysely'
import { addTransactions, reviseTransaction, type TransactionFacts } from '../../ledger/ledger.store.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { writeAudit } from '../../platform/db/audit-line.ts'
import { parseTransactionType } from '../../platform/db/checked-words.ts'
import type { Database, Scoped } from '../../platform/db/database.ts'
import { nameUsers } from '../../platform/db/name-users.ts'
import { readToday } from '../../platform/db/today.ts'
import type { TransactionRow } from '../../snapshots/facts.store.ts'

export type EntryStore = ReturnType<typeof entryStore>

/** A stored revision of a transaction, with its author. */
export interface StoredTransaction extends TransactionRow {
  transaction_type: TransactionType
  family_id: string
  account_name: string
  is_manual: boolean
  instrument: StoredInstrument | null
  settle_date: string | null
  note: string | null
  status: 'booked' | 'provisional' | 'void'
  revision: number
  is_in_force: boolean
  reason: string | null
  made_at: Date
  made_by_id: string | null
  made_by_name: string | null
}

export interface AccountPlace {
  id: string
  family_id: string
  is_manual: boolean
}

export interface StoredInstrument {
  id: string
  name: string
  instrument_type: string
  terms: Record<string, unknown>
  currency: string
  contract_size: string
  family_id: string | null
}

/** A revision that was just written; another one may follow at once. */
export interface WrittenTransaction {
  familyId: string
  root: string
  revision: number
}

/** Recomputes the derived entries of a manual asset; does nothing for any other instrument. */
export type RestateAsset = (tx: Scoped, actorId: string, instrumentId: string) => Promise<void>

/** Writes single transactions of users. All revisions stay in the history. */
export function entryStore(database: () => Database, restateAsset: RestateAsset) {
  /** Valuations and capital calls of manual assets depend on their other entries. */
  const restateAssets = async (
    tx: Scoped,
    actor: Actor,
    transactions: readonly { instrument_id: string | null }[],
  ): Promise<void> => {
    for (const id of new Set(transactions.flatMap(({ instrument_id }) => instrument_id ?? [])))
      await restateAsset(tx, actor.id, id)
  }

  return {
    account(userId: string, id: string): Promise<AccountPlace | null> {
      return database().within({ user: userId }, async tx => {
        const { rows } = await sql<AccountPlace>`
          select id, family_id, custodian_id = ${manualCustodian} as is_manual from account where id = ${id}`.execute(
          tx,
        )
        return rows[0] ?? null
      })
    },

    /** A platform instrument or one of a visible family. */
    instrument(userId: string, id: string): Promise<StoredInstrument | null> {
      return database().within({ user: userId }, async tx => {
        const { rows } = await sql<StoredInstrument>`
          select id, name, instrument_type, currency, contract_size, terms, family_id from instrument
          where id = ${id} and deleted_at is null`.execute(tx)
        return rows[0] ?? null
      })
    },

    today(userId: string): Promise<string> {
      return database().within({ user: userId }, tx => readToday(tx, userId))
    },

    /** Every revision of a transaction, newest first; empty if it is not visible to this user. */
    versions(userId: string, rootId: string): Promise<StoredTransaction[]> {
      return database().within({ user: userId }, tx => readVersions(tx, sql`b.root_id = ${rootId}`))
    },

    /** Transactions in force, in the order of their roots. */
    inForce(userId: string, roots: readonly string[]): Promise<StoredTransaction[]> {
      return database().within({ user: userId }, tx =>
        readVersions(tx, sql`b.root_id = any(${[...roots]}::uuid[]) and b.superseded_by is null`),
      )
    },

    /** The other side of a transfer between two accounts, in force. */
    findPartner(userId: string, { link, id }: StoredTransaction): Promise<StoredTransaction | null> {
      if (link === null) return Promise.resolve(null)
      return database().within({ user: userId }, async tx => {
        const rows = await readVersions(
          tx,
          sql`b.link = ${link} and b.root_id <> ${id} and b.superseded_by is null`,
        )
        return rows[0] ?? null
      })
    },

    /** Root ids of similar transactions in force, which may be duplicates. */
    similar(userId: string, facts: TransactionFacts, exceptRoot: string | null): Promise<string[]> {
      return database().within({ user: userId }, async tx => {
        const { rows } = await sql<{ root_id: string }>`
          select root_id from transaction left join instrument_redirect m on m.merged_id = instrument_id
          where account_id = ${facts.account_id} and date = ${facts.date}
            and transaction_type = ${facts.transaction_type} and superseded_by is null and status <> 'void'
            and coalesce(m.kept_id, instrument_id) is not distinct from ${facts.instrument_id}::uuid
            and currency = ${facts.currency}
            and (amount is not distinct from ${facts.amount}::numeric
              or quantity is not distinct from ${facts.quantity}::numeric and quantity is not null)
            and root_id is distinct from ${exceptRoot}::uuid
          order by root_id limit 5`.execute(tx)
        return rows.map(row => row.root_id)
      })
    },

    /** Posts new transactions and returns the first of them. */
    add(
      actor: Actor,
      familyId: string,
      transactions: readonly TransactionFacts[],
    ): Promise<WrittenTransaction> {
      return database().within({ user: actor.id }, async tx => {
        const heads = await addTransactions(tx, familyId, transactions, () => ({
          source: 'manual',
          sourceKey: null,
          importId: null,
          createdBy: actor.id,
        }))
        const root = heads[0]?.rootId
        if (root === undefined) throw new Error('a transaction without a source is always added')
        await restateAssets(tx, actor, transactions)
        await auditChange(tx, actor, familyId, 'transaction_added', root)
        return readWritten(tx, familyId, root)
      })
    },

    /** Revises transactions atomically and returns the first of them. */
    revise(
      actor: Actor,
      changes: readonly {
        transaction: StoredTransaction
        readRevision: number
        facts: Partial<TransactionFacts>
      }[],
      how: { status: 'booked' | 'void'; reason: string | undefined; action: string },
    ): Promise<WrittenTransaction> {
      return database().within({ user: actor.id }, async tx => {
        for (const { transaction, readRevision, facts } of changes)
          await reviseTransaction(tx, transaction.family_id, transaction.id, readRevision, {
            facts,
            status: how.status,
            createdBy: actor.id,
            ...(how.reason === undefined ? {} : { reason: how.reason }),
          })
        await restateAssets(
          tx,
          actor,
          changes.flatMap(({ transaction, facts }) => [transaction, { ...transaction, ...facts }]),
        )
        const first = changes[0]?.transaction
        if (!first) throw new Error('nothing was to be revised')
        await auditChange(tx, actor, first.family_id, how.action, first.id)
        return readWritten(tx, first.family_id, first.id)
      })
    },
  }
}

/** The latest revision: restating an asset may have revised the transaction again. */
async function readWritten(tx: Scoped, familyId: string, root: string): Promise<WrittenTransaction> {
  const { rows } = await sql<{ revision: number }>`
    select max(revision) as revision from transaction where family_id = ${familyId} and root_id = ${root}`.execute(
    tx,
  )
  return { familyId, root, revision: rows[0]?.revision ?? 0 }
}

async function auditChange(
  tx: Scoped,
  actor: Actor,
  familyId: string,
  action: string,
  root: string,
): Promise<void> {
  await writeAudit(tx, {
    actorId: actor.id,
    familyId,
    action,
    details: { kind: 'transaction', id: root },
    address: actor.address,
  })
}

async function readVersions(tx: Scoped, where: RawBuilder<unknown>): Promise<StoredTransaction[]> {
  type Stored = Omit<StoredTransaction, 'transaction_type' | 'made_by_name'> & { transaction_type: string }
  const { rows } = await sql<Stored>`
    select b.root_id as id, b.family_id, b.account_id, a.name as account_name,
      a.custodian_id = ${manualCustodian} as is_manual, b.transaction_type, b.date, b.time_of_day, b.sequence,
      b.settle_date, b.ex_date, b.instrument_id, b.quantity::text, b.price::text,
      b.amount::text, b.currency, b.net::text, b.rate::text, b.fees::text, b.taxes::text, b.accrued::text,
      b.counter_currency, b.counter_amount::text, b.link, b.lots, b.takes, b.numerator::text, b.denominator::text,
      b.basis_share::text, b.note, b.source, b.status, b.revision, b.superseded_by is null as is_in_force, b.reason,
      b.created_at as made_at, b.created_by as made_by_id,
      case when i.id is not null then jsonb_build_object('id', i.id, 'name', i.name,
        'instrument_type', i.instrument_type, 'currency', i.currency, 'contract_size', i.contract_size::text,
        'terms', i.terms, 'family_id', i.family_id) end as instrument
    from transaction b
    join account a on a.id = b.account_id and a.family_id = b.family_id
    left join instrument_redirect m on m.merged_id = b.instrument_id
    left join instrument i on i.id = coalesce(m.kept_id, b.instrument_id)
    where ${where} order by b.revision desc, b.root_id`.execute(tx)
  const names = await nameUsers(
    tx,
    rows.map(({ made_by_id: id }) => id),
  )
  return rows.map(row => ({
    ...row,
    made_by_name: names.get(row.made_by_id ?? '') ?? null,
    transaction_type: parseTransactionType(row.transaction_type),
  }))
}
