import type { ViewRow } from '../platform/auth/view-row.ts'
import type { Database } from '../platform/db/database.ts'

/** The families and accounts a user may see, with their versions and the user's settings. */
export async function readCallerView(database: Database, userId: string): Promise<ViewRow> {
  const rows = await database.query<{ view: ViewRow }>('select portfolio_view($1) as view', [userId])
  const view = rows[0]?.view
  if (!view) throw new Error('portfolio_view returns one row')
  return view
}
