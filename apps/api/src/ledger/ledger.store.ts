import { randomUUID } from 'node:crypto'
import { indexType } from '@plumbline/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Scoped } from '../platform/db/database.ts'
import { AppError } from '../platform/errors/app-error.ts'

/** The fields of one transaction. Amounts are decimal text, so that no digit of a statement is lost. */
export interface TransactionFacts {
  account_id: string
  transaction_type: string
  date: string
  currency: string
  time_of_day: string | null
  sequence: number
  settle_date: string | null
  ex_date: string | null
  instrument_id: string | null
  quantity: string | null
  price: string | null
  amount: string | null
  net: string | null
  rate: string | null
  fees: string
  taxes: string
  accrued: string | null
  counter_currency: string | null
  counter_amount: string | null
  link: string | null
  numerator: string | null
  denominator: string | null
  /** Of a spin-off's child: the share of the parent's cost that it takes over, 0 to 1. */
  basis_share: string | null
  note: string | null
}

export interface TransactionOrigin {
  source: 'import' | 'integration' | 'manual' | 'system'
  /** Identifies the row of a statement when it is imported again; null for manual entries. */
  sourceKey: string | null
  importId: string | null
  createdBy: string | null
}

export interface TransactionHead {
  id: string
  rootId: string
  revision: number
}

const columns = [
  'account_id',
  'transaction_type',
  'date',
  'currency',
  'time_of_day',
  'sequence',
  'settle_date',
  'ex_date',
  'instrument_id',
  'quantity',
  'price',
  'amount',
  'net',
  'rate',
  'fees',
  'taxes',
  'accrued',
  'counter_currency',
  'counter_amount',
  'link',
  'numerator',
  'denominator',
  'basis_share',
  'note',
] as const satisfies (keyof TransactionFacts)[]

/**
 * Adds transactions and increments the version of their family within the caller's database transaction, so that a
 * reader of the new version sees all of them. Rows of an earlier import are skipped.
 */
export async function addTransactions(
  tx: Scoped,
  familyId: string,
  transactions: readonly TransactionFacts[],
  origin: (index: number) => TransactionOrigin,
): Promise<TransactionHead[]> {
  if (transactions.length === 0) return []
  const rows = transactions.map((facts, index) => {
    const { source, sourceKey, importId, createdBy } = origin(index)
    const id = randomUUID()
    return { ...facts, id, source, source_key: sourceKey, import_id: importId, created_by: createdBy }
  })
  await admitInstruments(tx, transactions)
  const names = sql.join(columns.map(name => sql.ref(name)))
  const added = await sql<{ id: string }>`
    insert into transaction (family_id, id, root_id, source, source_key, import_id, created_by, ${names})
    select ${familyId}::uuid, id, id, source, source_key, import_id, created_by, ${names}
    from jsonb_populate_recordset(null::transaction, ${JSON.stringify(rows)}::jsonb)
    on conflict (family_id, account_id, source_key)
      where source_key is not null and superseded_by is null and status <> 'void' do nothing
    returning id`.execute(tx)
  const dates = transactions.map(({ date }) => date)
  const first = dates.reduce((earliest, date) => (date < earliest ? date : earliest))
  if (added.rows.length > 0) await noteChange(tx, familyId, sql`${first}::date`)
  return added.rows.map(({ id }) => ({ id, rootId: id, revision: 1 }))
}

/**
 * Replaces the revision that was read with a new one. Throws `conflict` if the transaction has been changed since.
 */
export async function reviseTransaction(
  tx: Scoped,
  familyId: string,
  rootId: string,
  readRevision: number,
  change: {
    facts: Partial<TransactionFacts>
    status: 'booked' | 'void'
    createdBy: string | null
    reason?: string
  },
): Promise<TransactionHead> {
  const versions = await sql<{
    id: string
    revision: number
    instrument_id: string | null
  }>`
    select id, revision, instrument_id from transaction
    where family_id = ${familyId} and root_id = ${rootId} and superseded_by is null for update`.execute(tx)
  const row = versions.rows[0]
  // After waiting for a concurrent change, the revision that was read is superseded.
  if (!row) throw new AppError((await exists(tx, familyId, rootId)) ? 'conflict' : 'not_found')
  if (row.revision !== readRevision) throw new AppError('conflict')
  const id = randomUUID()
  const revision = readRevision + 1
  await admitInstruments(tx, [{ instrument_id: row.instrument_id, ...change.facts }])
  await sql`update transaction set superseded_by = ${id} where family_id = ${familyId} and id = ${row.id}`.execute(
    tx,
  )
  const changed = {
    ...change.facts,
    id,
    revision,
    status: change.status,
    created_by: change.createdBy,
    reason: change.reason ?? null,
  }
  // A correction keeps the lots of a delivery and those a broker named.
  const kept = ['source', 'source_key', 'import_id', 'created_by', 'reason', 'lots', 'takes', ...columns]
  const names = sql.join(kept.map(name => sql.ref(name)))
  await sql`
    insert into transaction (family_id, id, root_id, revision, status, ${names})
    select family_id, id, root_id, revision, status, ${names}
    from (
      select (jsonb_populate_record(b, ${JSON.stringify(changed)}::jsonb)).*
      from transaction b where b.family_id = ${familyId} and b.id = ${row.id}) as revised`.execute(tx)
  // Both the day it had and the one it has now.
  const first = sql`(select min(date) from transaction where family_id = ${familyId} and root_id = ${rootId})`
  await noteChange(tx, familyId, first)
  return { id, rootId, revision }
}

async function exists(tx: Scoped, familyId: string, rootId: string): Promise<boolean> {
  const { rows } = await sql`
    select from transaction where family_id = ${familyId} and root_id = ${rootId} limit 1`.execute(tx)
  return rows.length > 0
}

/** Row-level security accepts only instruments that the caller sees, which it has to know beforehand. Indices are not held. */
async function admitInstruments(tx: Scoped, facts: readonly Partial<TransactionFacts>[]): Promise<void> {
  const ids = [...new Set(facts.map(({ instrument_id: id }) => id).filter(id => typeof id === 'string'))]
  if (ids.length === 0) return
  await sql`select admit_instruments(${ids}::uuid[])`.execute(tx)
  const { rows } = await sql`
    select from instrument where id = any(${ids}::uuid[]) and instrument_type = ${indexType} limit 1`.execute(
    tx,
  )
  if (rows.length > 0)
    throw new AppError('invalid_field', { field: 'instrument', message: 'An index cannot be held.' })
}

/** Increments the version of a family, of which transactions from a day on have changed. */
async function noteChange(tx: Scoped, familyId: string, firstDay: RawBuilder<unknown>): Promise<void> {
  await sql`select note_ledger_change(${familyId}::uuid, ${firstDay})`.execute(tx)
}
