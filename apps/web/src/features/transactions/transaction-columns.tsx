import type { Transaction } from '@plumbline/contract'
import type { Format } from '../../lib/format/use-format.ts'
import { type TextOf, textIfAny } from '../../lib/i18n/i18n.ts'
import { Money, Quantity } from '../../portfolio/cells.tsx'
import { PositionName } from '../../portfolio/position-name.tsx'
import { Amount, Missing } from '../../ui/display/figure.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import type { Column } from '../../ui/table/table-props.ts'
import styles from './transactions.module.css'

interface ColumnWords {
  text: TextOf
  format: Format
  currency: string
}

/** What is shown until someone chooses otherwise. */
export const usualColumns = [
  'transaction_type',
  'note',
  'name',
  'custodian',
  'quantity',
  'price',
  'currency',
  'original_amount',
  'fx_rate',
  'calculated_fees',
  'calculated_amount',
]

const tones = {
  trade: 'plain',
  income: 'gain',
  cash_flow: 'warn',
  corporate_action: 'accent',
  transfer: 'accent',
  valuation: 'outline',
} as const

/** The type as a word of its own colour; a name for what the list does not know yet. */
export function TypeTag({ row }: { row: Transaction }) {
  return (
    <Tag tone={row.transaction_type === 'fx' ? 'accent' : tones[row.category]}>
      {textIfAny(`transaction_type_${row.transaction_type}`) ?? row.transaction_type}
    </Tag>
  )
}

/** What happened, in a few words: the note, else which way it went. */
export function whatOf(row: Transaction, text: TextOf): string {
  if (row.note) return row.note
  if (row.side === 'buy') return text('transactions_buy')
  if (row.side === 'sell') return text('transactions_sell')
  return ''
}

/** Every field of a transaction as a column, in the usual order. */
export function transactionColumns({ text, format, currency }: ColumnWords): Column<Transaction>[] {
  const quiet = (value: string | null) =>
    value === null || value === '' ? <Missing /> : <span className={styles.quiet}>{value}</span>
  const charged = (value: number | null) => (value === 0 ? <Missing /> : <Money value={value} />)
  const columns: Column<Transaction>[] = [
    {
      id: 'transaction_type',
      header: text('transactions_types'),
      width: 156,
      sticky: 'start',
      cell: row => <TypeTag row={row} />,
    },
    { id: 'date', header: text('transactions_date'), width: 108, cell: ({ date }) => format.date(date) },
    {
      id: 'settle_date',
      header: text('transactions_settled'),
      width: 108,
      cell: ({ settle_date: date }) => (date === null ? <Missing /> : format.date(date)),
    },
    {
      id: 'note',
      header: text('transactions_what'),
      width: 190,
      cell: row => <span className={styles.what}>{whatOf(row, text)}</span>,
    },
    {
      id: 'name',
      header: text('transactions_position'),
      width: 210,
      cell: ({ name, instrument_type }) =>
        name === null ? <Missing /> : <PositionName {...{ name, instrument_type }} symbol={null} />,
    },
    { id: 'isin', header: text('position_isin'), width: 122, cell: ({ isin }) => quiet(isin) },
    {
      id: 'custodian',
      header: text('group_by_custodian'),
      width: 150,
      cell: ({ custodian }) => quiet(custodian.name),
    },
    {
      id: 'account',
      header: text('group_by_account'),
      width: 130,
      cell: ({ account }) => quiet(account.name),
    },
    {
      id: 'quantity',
      header: text('transactions_quantity'),
      width: 104,
      align: 'end',
      cell: ({ quantity }) => <Quantity value={quantity} />,
    },
    {
      id: 'price',
      header: text('transactions_price'),
      width: 96,
      align: 'end',
      cell: ({ price }) => (price === null ? <Missing /> : format.price(price)),
    },
    { id: 'currency', header: text('position_currency_short'), width: 56, cell: row => quiet(row.currency) },
    {
      id: 'original_amount',
      header: text('transactions_amount'),
      width: 132,
      align: 'end',
      cell: ({ original_amount: value }) => <Money value={value} />,
    },
    {
      id: 'original_fees',
      header: text('transactions_fees'),
      width: 96,
      align: 'end',
      cell: ({ original_fees: value }) => charged(value),
    },
    {
      id: 'original_taxes',
      header: text('transactions_taxes'),
      width: 96,
      align: 'end',
      cell: ({ original_taxes: value }) => charged(value),
    },
    {
      id: 'fx_rate',
      header: text('transactions_rate'),
      width: 84,
      align: 'end',
      cell: ({ fx_rate: rate }) => (rate === null || rate === 1 ? <Missing /> : quiet(format.price(rate))),
    },
    {
      id: 'calculated_fees',
      header: text('transactions_calculated_fees', { currency }),
      label: text('transactions_fees'),
      width: 108,
      align: 'end',
      cell: ({ calculated_fees: value }) => charged(value),
    },
    {
      id: 'calculated_taxes',
      header: text('transactions_calculated_taxes', { currency }),
      width: 108,
      align: 'end',
      cell: ({ calculated_taxes: value }) => charged(value),
    },
    {
      id: 'calculated_amount',
      header: text('transactions_calculated_amount', { currency }),
      width: 136,
      align: 'end',
      sticky: 'end',
      cell: ({ calculated_amount: value, flags }) => <Money value={value} flags={flags} />,
    },
    {
      id: 'source',
      header: text('transactions_source'),
      width: 110,
      cell: ({ source }) => quiet(textIfAny(`transaction_source_${source}`) ?? source),
    },
  ]
  return columns.map(column => ({ isSortable: true, ...column }))
}

/** A sum of what a day brought. */
export function DaySum({ value }: { value: number | null }) {
  return value === null ? <Missing /> : <Amount value={value} decimals={2} />
}
