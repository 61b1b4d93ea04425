import type { Database } from '../db/database.ts'
import type { ViewRow } from '../http/session/view-row.ts'

export async function readView(database: Database, userId: string): Promise<ViewRow> {
  const rows = await database.ask<{ view: ViewRow }>('select portfolio_view($1) as view', [userId])
  const view = rows[0]?.view
  if (!view) throw new Error('the view of a portfolio is always one row')
  return view
}
