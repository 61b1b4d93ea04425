import type { Transaction } from '@plumbline/contract'
import type { Format } from '../../lib/format/use-format.ts'
import { type Translate, textIfAny } from '../../lib/i18n/i18n.ts'
import { Money, Quantity } from '../../portfolio/cells.tsx'
import { PositionName } from '../../portfolio/position-name.tsx'
import { Amount, Missing } from '../../ui/display/figure.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import type { Column } from '../../ui/table/table-props.ts'
import styles from './transactions.module.css'

interface ColumnContext {
  text: Translate
  format: Format
  currency: string
}

/** The columns shown by default. */
export const defaultColumns = [
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

/** The transaction type as a coloured tag. */
export function TypeTag({ row }: { row: Transaction }) {
  return (
    <Tag tone={row.transaction_type === 'fx' ? 'accent' : tones[row.category]}>
      {textIfAny(`transaction_type_${row.transaction_type}`) ?? row.transaction_type}
    </Tag>
  )
}

/** Describes a transaction by its note or its direction. */
export function describeTransaction(row: Transaction, text: Translate): string {
  if (row.note) return row.note
  if (row.side === 'buy') return text('transactions_buy')
  if (row.side === 'sell') return text('transactions_sell')
  return ''
}

/** All fields of a transaction as columns, in default order. */
export function transactionColumns(words: ColumnContext): Column<Transaction>[] {
  const columns = [...descriptionColumns(words), ...originalColumns(words), ...calculatedColumns(words)]
  return columns.map(column => ({ isSortable: true, ...column }))
}

function Quiet({ value }: { value: string | null }) {
  return value === null || value === '' ? <Missing /> : <span className={styles.quiet}>{value}</span>
}

function Charge({ value }: { value: number | null }) {
  return value === 0 ? <Missing /> : <Money value={value} />
}

function descriptionColumns({ text, format }: ColumnContext): Column<Transaction>[] {
  return [
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
      cell: row => <span className={styles.what}>{describeTransaction(row, text)}</span>,
    },
    {
      id: 'name',
      header: text('transactions_position'),
      width: 210,
      cell: ({ name, instrument_type }) =>
        name === null ? <Missing /> : <PositionName {...{ name, instrument_type }} symbol={null} />,
    },
    { id: 'isin', header: text('position_isin'), width: 122, cell: ({ isin }) => <Quiet value={isin} /> },
    {
      id: 'custodian',
      header: text('group_by_custodian'),
      width: 150,
      cell: ({ custodian }) => <Quiet value={custodian.name} />,
    },
    {
      id: 'account',
      header: text('group_by_account'),
      width: 130,
      cell: ({ account }) => <Quiet value={account.name} />,
    },
  ]
}

/** Quantity, price and amounts in the currency of the transaction. */
function originalColumns({ text, format }: ColumnContext): Column<Transaction>[] {
  return [
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
    {
      id: 'currency',
      header: text('position_currency_short'),
      width: 56,
      cell: row => <Quiet value={row.currency} />,
    },
    {
      id: 'original_amount',
      header: text('transactions_amount'),
      width: 132,
      align: 'end',
      cell: ({ original_amount: value, currency }) => <Money value={value} unit={currency} />,
    },
    {
      id: 'original_fees',
      header: text('transactions_fees'),
      width: 96,
      align: 'end',
      cell: ({ original_fees: value }) => <Charge value={value} />,
    },
    {
      id: 'original_taxes',
      header: text('transactions_taxes'),
      width: 96,
      align: 'end',
      cell: ({ original_taxes: value }) => <Charge value={value} />,
    },
    {
      id: 'fx_rate',
      header: text('transactions_rate'),
      width: 84,
      align: 'end',
      cell: ({ fx_rate: rate }) =>
        rate === null || rate === 1 ? <Missing /> : <Quiet value={format.quote(rate)} />,
    },
  ]
}

/** Amounts in the reporting currency, and the source. */
function calculatedColumns({ text, currency }: ColumnContext): Column<Transaction>[] {
  return [
    {
      id: 'calculated_fees',
      header: text('transactions_calculated_fees', { currency }),
      label: text('transactions_fees'),
      width: 108,
      align: 'end',
      cell: ({ calculated_fees: value }) => <Charge value={value} />,
    },
    {
      id: 'calculated_taxes',
      header: text('transactions_calculated_taxes', { currency }),
      width: 108,
      align: 'end',
      cell: ({ calculated_taxes: value }) => <Charge value={value} />,
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
      cell: ({ source }) => <Quiet value={textIfAny(`transaction_source_${source}`) ?? source} />,
    },
  ]
}

/** The sum of a day. */
export function DaySum({ value }: { value: number | null }) {
  return value === null ? <Missing /> : <Amount value={value} decimals={2} />
}
