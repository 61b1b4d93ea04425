import type { CashTracking, LotMethod, VariationMargin } from '@plumbline/contract'
import { sql } from 'kysely'
import type { Scoped } from './database.ts'

interface OpenedAccount {
  id: string
  family_id: string
  custodian_id: string
  name: string
  number: string | null
  base_currency: string
  lot_method?: LotMethod
  cash?: CashTracking
  allows_short?: boolean
  variation_margin?: VariationMargin
}

/** Adds an account. A user limited to some accounts sees it from the next statement on. */
export async function openAccount(tx: Scoped, account: OpenedAccount): Promise<void> {
  await sql`select open_account(${JSON.stringify(account)}::jsonb)`.execute(tx)
}
