import { randomUUID } from 'node:crypto'
import type { ManualTypeSlug } from '@plumbline/contract'
import { sql } from 'kysely'
import { addTransactions, reviseTransaction } from '../../ledger/ledger.store.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { writeAudit } from '../../platform/db/audit-line.ts'
import type { Database, Scoped } from '../../platform/db/database.ts'
import { requireRow } from '../../platform/db/deleted-concurrently.ts'
import type { AssetPlan } from './asset-plan.ts'
import { ledgerFacts } from './ledger-facts.ts'
import { type AssetRow, type AssetTerms, readAsset } from './manual-assets.store.ts'
import { applyElsewhere, voidCounterparts } from './paid-elsewhere.store.ts'
import { type PaidAsset, paidAsset, planElsewhere } from './paid-elsewhere.ts'
import { revisePlanned } from './restate-assets.store.ts'

export type AssetChangesStore = ReturnType<typeof assetChangesStore>

/** The fields of an asset apart from its transactions. */
export interface AssetFields {
  name: string
  currency: string
  country: string | null
  sector: string | null
  isin: string | null
  contractSize: number
  terms: AssetTerms
}

/** The interface offers undo for ten seconds; slow connections get as long again. */
const undoSeconds = 20
const deletion = 'The asset was deleted.'

/** Writes an asset and its transactions atomically. */
export function assetChangesStore(database: () => Database) {
  return {
    create(
      actor: Actor,
      place: { familyId: string; accountId: string; type: ManualTypeSlug; tracksCash: boolean },
      fields: AssetFields,
      plan: AssetPlan,
    ): Promise<AssetRow> {
      return database().within({ user: actor.id }, async tx => {
        const id = randomUUID()
        await sql`
          insert into instrument (id, family_id, account_id, instrument_type, name, currency, country, sector, isin,
            contract_size, contract_expiration, price_kind, terms)
          values (${id}, ${place.familyId}, ${place.accountId}, ${place.type}, ${fields.name}, ${fields.currency},
            ${fields.country}, ${fields.sector}, ${fields.isin}, ${fields.contractSize},
            ${fields.terms.maturity ?? null}, 'valuation', ${JSON.stringify(fields.terms)}::jsonb)`.execute(
          tx,
        )
        const asset = {
          id,
          family_id: place.familyId,
          account_id: place.accountId,
          currency: fields.currency,
        }
        const kind = {
          type: place.type,
          side: fields.terms.side ?? null,
          contractSize: fields.contractSize,
        }
        await applyPlan(tx, actor, { ...asset, name: fields.name, kind, tracksCash: place.tracksCash }, plan)
        return finishChange(tx, actor, id, 'asset_created')
      })
    },

    /**
     * Changes an asset. `buildPlan` runs while the asset is locked; `readRevision` is the revision that the caller has
     * seen.
     */
    change(
      actor: Actor,
      id: string,
      readRevision: number | undefined,
      buildPlan: (asset: AssetRow) => { fields: AssetFields; plan: AssetPlan },
    ): Promise<AssetRow | 'not_found' | 'conflict'> {
      return database().within({ user: actor.id }, async tx => {
        const asset = await lockAsset(tx, id)
        if (!asset) return 'not_found'
        if (readRevision !== undefined && readRevision !== asset.revision) return 'conflict'
        const { fields, plan } = buildPlan(asset)
        await sql`
          update instrument set name = ${fields.name}, currency = ${fields.currency}, country = ${fields.country},
            sector = ${fields.sector}, isin = ${fields.isin}, contract_expiration = ${fields.terms.maturity ?? null},
            terms = ${JSON.stringify(fields.terms)}::jsonb, account_id = ${asset.account_id}, revision = revision + 1
          where id = ${id}`.execute(tx)
        const { name, currency } = fields
        await applyPlan(tx, actor, { ...asset, name, currency, ...paidAsset(asset) }, plan)
        return finishChange(tx, actor, id, 'asset_changed')
      })
    },

    /** Voids all transactions, which removes the asset from every figure, and hides it. */
    remove(actor: Actor, id: string): Promise<boolean> {
      return database().within({ user: actor.id }, async tx => {
        const asset = await lockAsset(tx, id)
        if (!asset) return false
        await sql`update instrument set deleted_at = present_moment(), account_id = ${asset.account_id},
          revision = revision + 1 where id = ${id}`.execute(tx)
        for (const { root_id, revision } of asset.transactions)
          await reviseTransaction(tx, asset.family_id, root_id, revision, {
            facts: {},
            status: 'void',
            createdBy: actor.id,
            reason: deletion,
          })
        const counterparts = asset.transactions.flatMap(({ elsewhere }) => elsewhere ?? [])
        await voidCounterparts(tx, actor.id, asset.family_id, counterparts, deletion)
        await auditChange(tx, actor, asset, 'asset_deleted')
        return true
      })
    },

    restore(actor: Actor, id: string): Promise<AssetRow | null | 'too_late'> {
      return database().within({ user: actor.id }, async tx => {
        const { rows } = await sql<{ family_id: string; in_time: boolean; deleted_at: Date }>`
          select i.family_id, i.deleted_at,
            i.deleted_at > present_moment() - make_interval(secs => ${undoSeconds}) as in_time
          from instrument i
          where i.id = ${id} and i.deleted_at is not null and i.family_id is not null
            and i.account_id in (select a.id from account a) for update of i`.execute(tx)
        const deleted = rows[0]
        if (!deleted) return null
        if (!deleted.in_time) return 'too_late'
        await sql`update instrument set deleted_at = null, revision = revision + 1 where id = ${id}`.execute(
          tx,
        )
        const voided = await sql<{ root_id: string; revision: number }>`
          select root_id, revision from transaction
          where family_id = ${deleted.family_id} and superseded_by is null and (instrument_id = ${id}
              or source_key in (select 'elsewhere:' || root_id from transaction
                where family_id = ${deleted.family_id} and instrument_id = ${id}))
            and status = 'void' and reason = ${deletion} and created_at >= ${deleted.deleted_at}
          order by date, root_id`.execute(tx)
        for (const { root_id, revision } of voided.rows)
          await reviseTransaction(tx, deleted.family_id, root_id, revision, {
            facts: {},
            status: 'booked',
            createdBy: actor.id,
          })
        return finishChange(tx, actor, id, 'asset_restored')
      })
    },
  }
}

/** Locks the asset until the transaction ends. */
async function lockAsset(tx: Scoped, id: string): Promise<AssetRow | null> {
  await sql`select 1 from instrument where id = ${id} for update`.execute(tx)
  return readAsset(tx, id)
}

async function applyPlan(tx: Scoped, actor: Actor, asset: PaidAsset, plan: AssetPlan): Promise<void> {
  const { family_id: familyId } = asset
  const heads = await addTransactions(
    tx,
    familyId,
    plan.add.map(({ facts }) => ledgerFacts(asset, facts)),
    index => ({
      source: plan.add[index]?.isPar ? 'system' : 'manual',
      sourceKey: null,
      importId: null,
      createdBy: actor.id,
    }),
  )
  await revisePlanned(tx, actor.id, familyId, plan.revise)
  await applyElsewhere(tx, actor.id, familyId, planElsewhere(asset, plan), heads)
  for (const { root_id, revision } of plan.void)
    await reviseTransaction(tx, familyId, root_id, revision, {
      facts: {},
      status: 'void',
      createdBy: actor.id,
    })
  await sql`select bump_family_version(${familyId}::uuid)`.execute(tx)
}

async function finishChange(tx: Scoped, actor: Actor, id: string, action: string): Promise<AssetRow> {
  const asset = requireRow(await readAsset(tx, id))
  await auditChange(tx, actor, asset, action)
  return asset
}

async function auditChange(tx: Scoped, actor: Actor, asset: AssetRow, action: string): Promise<void> {
  await writeAudit(tx, {
    actorId: actor.id,
    familyId: asset.family_id,
    action,
    subject: asset.name,
    details: { kind: 'asset', id: asset.id },
    address: actor.address,
  })
}
