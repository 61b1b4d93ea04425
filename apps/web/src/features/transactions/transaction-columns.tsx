import type { Transaction } from '@plumbline/contract'
import type { Format } from '../../lib/format/use-format.ts'
import { type Translate, textIfAny } from '../../lib/i18n/i18n.ts'
import { Quantity, TypeMark } from '../../portfolio/cells.tsx'
import { accountWords } from '../../portfolio/display-names.ts'
import { MasterLink } from '../../portfolio/master-link.tsx'
import { Amount, Missing } from '../../ui/display/figure.tsx'
import type { Column } from '../../ui/table/table-props.ts'
import { SignedAmount } from './signed-amount.tsx'
import { describeTransaction, isCommitment, nameType, TransactionSentence } from './transaction-sentence.tsx'
import { grossAmount } from './transaction-sums.ts'
import styles from './transactions.module.css'

interface ColumnContext {
  text: Translate
  format: Format
  currency: string
  onPosition: ((id: string) => void) | undefined
}

/** The columns shown by default. */
export const defaultColumns = [
  'date',
  'name',
  'account',
  'gross',
  'original_fees',
  'original_taxes',
  'original_amount',
  'currency',
  'fx_rate',
  'calculated_amount',
]

/** Which columns stay in a narrow table: the sentence and the net amounts first, then account, costs and rate. */
const priorities: Readonly<Record<string, number>> = {
  date: 0,
  name: 0,
  calculated_amount: 0,
  original_amount: 1,
  currency: 1,
  account: 2,
  original_fees: 3,
  original_taxes: 4,
  fx_rate: 5,
  gross: 6,
}
const lowestPriority = 7

/** All fields of a transaction as columns, in default order. */
export function transactionColumns(context: ColumnContext): Column<Transaction>[] {
  const columns = [...descriptionColumns(context), ...originalColumns(context), ...calculatedColumns(context)]
  return columns.map(column => ({
    isSortable: true,
    priority: priorities[column.id] ?? lowestPriority,
    ...column,
  }))
}

function Quiet({ value }: { value: string | null }) {
  return value === null || value === '' ? (
    <Missing />
  ) : (
    <span className={styles.quiet} title={value}>
      {value}
    </span>
  )
}

/** Costs are negative, so that gross, fees and taxes add up to net. */
function Cost({ value, unit }: { value: number | null; unit?: string }) {
  return value === 0 || value === null ? <Missing /> : <Amount value={-value} unit={unit} sign="always" />
}

function descriptionColumns({ text, format, onPosition }: ColumnContext): Column<Transaction>[] {
  return [
    {
      id: 'date',
      header: text('transactions_date'),
      sticky: 'start',
      cell: ({ date }) => format.date(date),
    },
    {
      id: 'name',
      header: text('transactions_what'),
      sticky: 'start',
      shrinksTo: 220,
      growsTo: 520,
      cell: row => (
        <span className={styles.what} title={describeTransaction(row)}>
          <TypeMark type={row.instrument_type} />
          <span className={styles.sentence}>
            <TransactionSentence row={row} onPosition={onPosition} />
          </span>
          <MasterLink instrument={row.instrument_id} name={row.name} />
        </span>
      ),
    },
    {
      id: 'account',
      header: text('group_by_account'),
      shrinksTo: 130,
      cell: row => {
        const [first, second] = accountWords(row)
        return (
          <span title={accountWords(row).join(' ')}>
            {first} <span className={styles.quiet}>{second}</span>
          </span>
        )
      },
    },
    {
      id: 'transaction_type',
      header: text('transactions_types'),
      shrinksTo: 100,
      cell: row => <Quiet value={nameType(row)} />,
    },
    {
      id: 'settle_date',
      header: text('transactions_settled'),
      cell: ({ settle_date: date }) => (date === null ? <Missing /> : format.date(date)),
    },
    { id: 'isin', header: text('position_isin'), cell: ({ isin }) => <Quiet value={isin} /> },
    {
      id: 'source',
      header: text('transactions_source'),
      cell: ({ source }) => <Quiet value={textIfAny(`transaction_source_${source}`) ?? source} />,
    },
  ]
}

/** Quantity, price and amounts in the currency of the transaction: gross, fees and taxes add up to net. */
function originalColumns({ text, format }: ColumnContext): Column<Transaction>[] {
  return [
    {
      id: 'quantity',
      header: text('transactions_quantity'),
      align: 'end',
      cell: row => <Quantity value={isCommitment(row) ? null : row.quantity} />,
    },
    {
      id: 'price',
      header: text('transactions_price'),
      align: 'end',
      cell: ({ price }) => (price === null ? <Missing /> : format.price(price)),
    },
    {
      id: 'gross',
      header: text('transactions_gross'),
      align: 'end',
      isSortable: false,
      cell: row => <SignedAmount value={grossAmount(row)} unit={row.currency} />,
    },
    {
      id: 'original_fees',
      header: text('transactions_fees'),
      align: 'end',
      cell: ({ original_fees: value, currency }) => <Cost value={value} unit={currency} />,
    },
    {
      id: 'original_taxes',
      header: text('transactions_taxes'),
      align: 'end',
      cell: ({ original_taxes: value, currency }) => <Cost value={value} unit={currency} />,
    },
    {
      id: 'original_amount',
      header: text('transactions_net'),
      align: 'end',
      cell: ({ original_amount: value, currency }) => <SignedAmount value={value} unit={currency} />,
    },
    {
      id: 'currency',
      header: text('position_currency_short'),
      cell: row => <Quiet value={row.currency} />,
    },
    {
      id: 'fx_rate',
      header: text('transactions_rate'),
      align: 'end',
      cell: ({ fx_rate: rate }) =>
        rate === null || rate === 1 ? <Missing /> : <Quiet value={format.quote(rate)} />,
    },
  ]
}

/** Amounts in the reporting currency. */
function calculatedColumns({ text, currency }: ColumnContext): Column<Transaction>[] {
  return [
    {
      id: 'calculated_fees',
      header: text('transactions_calculated_fees', { currency }),
      align: 'end',
      cell: ({ calculated_fees: value }) => <Cost value={value} />,
    },
    {
      id: 'calculated_taxes',
      header: text('transactions_calculated_taxes', { currency }),
      align: 'end',
      cell: ({ calculated_taxes: value }) => <Cost value={value} />,
    },
    {
      id: 'calculated_amount',
      header: text('transactions_net_in', { currency }),
      align: 'end',
      sticky: 'end',
      cell: ({ calculated_amount: value, flags }) => <SignedAmount value={value} flags={flags} isStrong />,
    },
  ]
}
