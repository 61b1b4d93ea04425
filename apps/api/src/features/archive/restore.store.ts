import { sql } from 'kysely'
import { writeAudit } from '../../platform/db/audit-line.ts'
import type { Database } from '../../platform/db/database.ts'
import { newIds, refuseStrangers, withIds } from './archive-ids.ts'
import type { ArchiveTable } from './archive-tables.ts'
import type { ArchivedFamily } from './archived-family.ts'
import { planMarket } from './market-plan.store.ts'
import type { NotRestored } from './market-rows.ts'
import { writeInstruments, writeQuotes } from './restore-market.store.ts'
import { writeRows } from './restore-rows.store.ts'
import { type RestoredTools, writeTools } from './restore-tools.store.ts'

export type RestoreStore = ReturnType<typeof restoreStore>

export interface Restored extends RestoredTools {
  id: string
  accounts: number
  transactions: number
  instruments: number
  quotes: number
  notRestored: NotRestored[]
}

export interface RestoreWish {
  name: string
  /** Whether instruments and rates that this installation has nothing of become shared. */
  addsMarketData: boolean
}

const nothing = sql`'{}'::jsonb`

export function restoreStore(database: () => Database) {
  return {
    /** What a restore would do to market data, and what of the archive's names is taken or new here. */
    plan(adminId: string, from: ArchivedFamily, addsMarketData: boolean) {
      return database().within({ user: adminId }, async tx => {
        const taken = await sql`select from family where lower(name) = lower(${from.name})`.execute(tx)
        const { rows } = await sql<{ name: string }>`
          select each.row ->> 'name' as name
          from jsonb_array_elements(${`[${from.tables.custodian.join(',')}]`}::jsonb) as each (row)
          where not exists (select from custodian c where c.id = each.row ->> 'id')
          order by 1`.execute(tx)
        return {
          plan: await planMarket(tx, from, addsMarketData),
          isNameTaken: taken.rows.length > 0,
          newCustodians: rows.map(({ name }) => name),
        }
      })
    },

    /**
     * Makes a family of an archive, in one transaction. Everything gets ids of its own, so that it can stand beside
     * the family it came from; shared instruments and rates are those that are already here.
     */
    restore(
      actor: { id: string; address: string },
      from: ArchivedFamily,
      { name, addsMarketData }: RestoreWish,
    ): Promise<Restored> {
      refuseStrangers(from)
      return database().within('system', async tx => {
        const ids = newIds(from)
        const plan = await planMarket(tx, from, addsMarketData)
        const { id } = await tx
          .insertInto('family')
          .values({ name, base_currency: from.currency })
          .returning('id')
          .executeTakeFirstOrThrow()
        const renamed = (table: ArchiveTable) => from.tables[table].map(row => withIds(row, ids))
        /** Rows of the family; who wrote them is a person of the other installation. */
        const ofFamily = (table: ArchiveTable, ...people: string[]) => {
          const unknown = Object.fromEntries(people.map(column => [column, null]))
          const known = JSON.stringify({ ...unknown, family_id: id })
          return writeRows(tx, table, renamed(table), sql`${known}::jsonb`)
        }
        await writeRows(
          tx,
          'custodian',
          from.tables.custodian,
          sql`jsonb_build_object('created_at', present_moment())`,
          true,
        )
        await ofFamily('account')
        await writeInstruments(tx, from, plan, ids, id)
        await ofFamily('transaction', 'created_by', 'import_id')
        await ofFamily('linked_position', 'created_by')
        await ofFamily('account_statement', 'received_from')
        await writeRows(tx, 'account_tolerance', renamed('account_tolerance'), nothing)
        await ofFamily('import_mapping', 'made_by')
        await ofFamily('finding_decision', 'decided_by')
        const quotes = await writeQuotes(tx, plan, ids)
        const tools = await writeTools(tx, from, ids, { user: actor.id, family: id })
        await sql`select bump_family_version(${id}::uuid)`.execute(tx)
        await writeAudit(tx, {
          actorId: actor.id,
          familyId: id,
          action: 'family_created',
          subject: name,
          details: {
            kind: 'family',
            id,
            from: 'archive',
            transactions: from.tables.transaction.length,
            addsMarketData,
            quotes,
          },
          address: actor.address,
        })
        return {
          id,
          accounts: from.tables.account.length,
          transactions: from.tables.transaction.length,
          instruments: plan.instruments.filter(({ outcome }) => outcome !== 'existing').length,
          quotes,
          notRestored: plan.notRestored,
          ...tools,
        }
      })
    },
  }
}
