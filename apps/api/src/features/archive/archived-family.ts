import type { ArchiveTable } from './archive-tables.ts'

/** A close of an instrument or a rate of a currency, as decimal text. */
export interface ArchivedQuote {
  id: string
  date: string
  value: string
}

export interface ArchivedFamily {
  name: string
  currency: string
  /** Each row as JSON text from PostgreSQL, so that no number is rounded. */
  tables: Record<ArchiveTable, readonly string[]>
  prices: readonly ArchivedQuote[]
  rates: readonly ArchivedQuote[]
}
