import type { Database } from '../db/database.ts'

/** What a user may see, with the versions of the data behind it. */
export interface ViewRow {
  families: { id: string; name: string; base_currency: string; version: number }[]
  accounts: { id: string; family_id: string }[]
  market_version: number
  last_close: string | null
  chosen: Record<string, unknown> | null
  now: string
}

export async function readView(database: Database, userId: string): Promise<ViewRow> {
  const rows = await database.ask<{ view: ViewRow }>('select portfolio_view($1) as view', [userId])
  const view = rows[0]?.view
  if (!view) throw new Error('the view of a portfolio is always one row')
  return view
}
