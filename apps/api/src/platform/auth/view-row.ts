/** What a user may see of portfolios, with the versions of the data behind it. */
export interface ViewRow {
  families: { id: string; name: string; base_currency: string; version: number }[]
  accounts: { id: string; family_id: string }[]
  market_version: number
  last_close: string | null
  chosen: Record<string, unknown> | null
  now: string
}
