import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { writeAudit } from '../../platform/db/audit-line.ts'
import type { Database } from '../../platform/db/database.ts'
import { assignNewIds, refuseForeignReferences, replaceIds } from './archive-ids.ts'
import type { ArchiveTable } from './archive-tables.ts'
import type { ArchivedFamily } from './archived-family.ts'
import { planMarket } from './market-plan.store.ts'
import type { NotRestored } from './market-rows.ts'
import { writeInstruments, writeQuotes } from './restore-market.store.ts'
import { writeRows } from './restore-rows.store.ts'
import { type RestoredPersonalTables, writePersonalTables } from './restore-tools.store.ts'

export type RestoreStore = ReturnType<typeof restoreStore>

export interface Restored extends RestoredPersonalTables {
  id: string
  accounts: number
  transactions: number
  clientTasks: number
  instruments: number
  quotes: number
  notRestored: NotRestored[]
}

export interface RestoreOptions {
  name: string
  /** Whether instruments and rates that this installation lacks become shared. */
  addsMarketData: boolean
}

export function restoreStore(database: () => Database) {
  return {
    /** What a restore would do to market data, and which names are taken or new. */
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
     * Creates a family from an archive in one transaction. All ids are new, so it can exist next to the
     * original; existing shared instruments and rates are reused.
     */
    restore(actor: Actor, from: ArchivedFamily, { name, addsMarketData }: RestoreOptions): Promise<Restored> {
      refuseForeignReferences(from)
      return database().within('system', async tx => {
        const ids = assignNewIds(from)
        const plan = await planMarket(tx, from, addsMarketData)
        const { id } = await tx
          .insertInto('family')
          .values({ name, base_currency: from.currency })
          .returning('id')
          .executeTakeFirstOrThrow()
        const withNewIds = (table: ArchiveTable) => from.tables[table].map(row => replaceIds(row, ids))
        /** User columns are cleared: those users belong to the other installation. */
        const writeFamilyRows = (table: ArchiveTable, ...people: string[]) => {
          const unknown = Object.fromEntries(people.map(column => [column, null]))
          const known = JSON.stringify({ ...unknown, family_id: id })
          return writeRows(tx, table, withNewIds(table), sql`${known}::jsonb`)
        }
        await writeRows(
          tx,
          'custodian',
          from.tables.custodian,
          sql`jsonb_build_object('created_at', present_moment())`,
          true,
        )
        await writeFamilyRows('account')
        await writeInstruments(tx, from, plan, ids, id)
        await writeFamilyRows('transaction', 'created_by', 'import_id')
        await writeFamilyRows('linked_position', 'created_by')
        await writeFamilyRows('account_statement', 'received_from')
        await writeFamilyRows('account_tolerance')
        await writeFamilyRows('import_mapping', 'made_by')
        await writeFamilyRows('finding_decision', 'decided_by')
        await writeFamilyRows('client_task', 'assignee_id', 'done_by', 'created_by')
        const quotes = await writeQuotes(tx, plan, ids)
        const tools = await writePersonalTables(tx, from, ids, { user: actor.id, family: id })
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
          clientTasks: from.tables.client_task.length,
          instruments: plan.instruments.filter(({ outcome }) => outcome !== 'existing').length,
          quotes,
          notRestored: plan.notRestored,
          ...tools,
        }
      })
    },
  }
}
