/** The families and accounts a user may see, with the versions of their data. */
export interface ViewRow {
  families: { id: string; name: string; base_currency: string; version: number }[]
  accounts: { id: string; family_id: string }[]
  market_version: number
  last_close: string | null
  chosen: Record<string, unknown> | null
  now: string
}
