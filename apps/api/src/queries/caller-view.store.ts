import type { ViewRow } from '../platform/auth/view-row.ts'
import type { Database } from '../platform/db/database.ts'

export async function readView(database: Database, userId: string): Promise<ViewRow> {
  const rows = await database.ask<{ view: ViewRow }>('select portfolio_view($1) as view', [userId])
  const view = rows[0]?.view
  if (!view) throw new Error('the view of a portfolio is always one row')
  return view
}
