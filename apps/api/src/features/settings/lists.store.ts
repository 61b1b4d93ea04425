import type { Database } from '../../platform/db/database.ts'

export type ListsStore = ReturnType<typeof listsStore>

/** Lists that depend on the user. */
export interface OwnLists {
  families: { id: string; name: string; base_currency: string }[]
  accounts: {
    id: string
    name: string
    custodian_id: string
    custodian_name: string
    base_currency: string
    family_id: string
  }[]
  templates: { id: string; name: string; filters: Record<string, string[]>; version: number }[]
  first_transaction: string | null
  last_close: string | null
}

export function listsStore(database: () => Database) {
  return {
    async read(userId: string): Promise<OwnLists> {
      const rows = await database().query<{ lists: OwnLists }>('select settings_lists($1) as lists', [userId])
      const lists = rows[0]?.lists
      if (!lists) throw new Error('the lists of a user are always one row')
      return lists
    },
  }
}
