import { toCsv } from '../../platform/http/bodies/csv.ts'
import type { ArchiveTable } from './archive-tables.ts'
import type { ArchivedFamily } from './archived-family.ts'

interface ReadableTransaction {
  status: string
  superseded_by: string | null
  account_id: string
  instrument_id: string | null
  [field: string]: unknown
}

const cells = [
  'date',
  'settle_date',
  'transaction_type',
  'quantity',
  'price',
  'amount',
  'currency',
  'net',
  'rate',
  'fees',
  'taxes',
  'counter_currency',
  'counter_amount',
  'note',
] as const

/**
 * The transactions in force as CSV for spreadsheets. Numbers are parsed here, so they may lose digits past the
 * 15th.
 */
export function transactionsAsCsv(tables: ArchivedFamily['tables']): string {
  const byId = (table: ArchiveTable) =>
    new Map(
      tables[table].map(row => {
        const parsed: { id: string; name: string; isin?: string | null } = JSON.parse(row)
        return [parsed.id, parsed]
      }),
    )
  const [accounts, instruments] = [byId('account'), byId('instrument')]
  const transactions = tables.transaction
    .map((row): ReadableTransaction => JSON.parse(row))
    .filter(({ status, superseded_by: later }) => status !== 'void' && later === null)
  const findInstrument = ({ instrument_id: id }: ReadableTransaction) =>
    id === null ? undefined : instruments.get(id)
  return toCsv<ReadableTransaction>(
    {
      account: row => accounts.get(row.account_id)?.name,
      name: row => findInstrument(row)?.name,
      isin: row => findInstrument(row)?.isin,
      // These fields are texts or numbers.
      ...Object.fromEntries(cells.map(field => [field, row => row[field] as string | number | null])),
    },
    transactions,
  )
}
