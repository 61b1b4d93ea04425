import { randomUUID } from 'node:crypto'
import { manualCustodian } from '@plumbline/contract'
import { sql } from 'kysely'
import { writeAudit } from '../../../platform/db/audit-line.ts'
import type { Scoped } from '../../../platform/db/database.ts'
import { openAccount } from '../../../platform/db/open-account.ts'
import { assignMappings } from '../files/assign-mappings.store.ts'
import { ImportRefused } from './import-refused.ts'
import type { NewAccount } from './new-account.ts'

interface Opening {
  importId: string
  familyId: string
  userId: string | null
}

/** Opens the accounts that files ask for, or uses existing ones of the same name at the same custodian. */
export async function openAccounts(tx: Scoped, opening: Opening): Promise<void> {
  const { importId, familyId } = opening
  const { rows } = await sql<{ asked: NewAccount }>`
    select distinct on (lower(new_account ->> 'name')) new_account as asked
    from import_file where import_id = ${importId} and account_id is null and new_account is not null
    order by lower(new_account ->> 'name'), position`.execute(tx)
  for (const { asked } of rows) {
    const id = await findOrOpenAccount(tx, opening, asked)
    await sql`
      update import_file set account_id = ${id}
      where import_id = ${importId} and account_id is null and lower(new_account ->> 'name') = lower(${asked.name})`.execute(
      tx,
    )
  }
  if (rows.length > 0) await assignMappings(tx, importId, familyId)
  // In an existing account a row may be a duplicate.
  if (rows.length > 0) await sql`update import set judged_version = null where id = ${importId}`.execute(tx)
}

async function findOrOpenAccount(tx: Scoped, opening: Opening, asked: NewAccount): Promise<string> {
  const { importId, familyId } = opening
  const { name, currency } = asked
  const custodian = await findOrAddCustodian(tx, asked.custodian ?? null, opening.userId)
  const known = await sql<{ id: string; custodian_id: string }>`
    select id, custodian_id from account
    where family_id = ${familyId} and lower(name) = lower(${name}) order by name_copy limit 1`.execute(tx)
  const existing = known.rows[0]
  if (existing && existing.custodian_id !== custodian)
    throw new ImportRefused(
      existing.custodian_id === manualCustodian
        ? `There is a manual account “${name}”. Choose another name.`
        : `The account “${name}” is managed by a custodian.`,
    )
  if (existing) return existing.id
  const id = randomUUID()
  await openAccount(tx, {
    id,
    family_id: familyId,
    custodian_id: custodian,
    name,
    number: asked.number ?? null,
    base_currency: currency,
  })
  await sql`
    update import set opened_account_ids = opened_account_ids || ${id}::uuid where id = ${importId}`.execute(
    tx,
  )
  return id
}

/** The id of the custodian of this name. Row-level security lets administrators alone add one. */
async function findOrAddCustodian(tx: Scoped, name: string | null, userId: string | null): Promise<string> {
  if (name === null) return manualCustodian
  const known = await sql<{ id: string }>`
    select id from custodian where lower(name) = lower(${name}) order by id limit 1`.execute(tx)
  if (known.rows[0]) return known.rows[0].id
  const wanted = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join('-')
    .slice(0, 50)
  const taken = await sql`select from custodian where id = ${wanted}`.execute(tx)
  const id = wanted === '' || taken.rows.length > 0 ? `c-${randomUUID()}` : wanted
  await sql`insert into custodian (id, name) values (${id}, ${name})`.execute(tx)
  await writeAudit(tx, {
    actorId: userId,
    action: 'custodian_created',
    subject: name,
    details: { kind: 'custodian', id },
  })
  return id
}
