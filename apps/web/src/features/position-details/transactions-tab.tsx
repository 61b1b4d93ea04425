import type { Transaction } from '@plumbline/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useFilter } from '../../filter/use-filter.ts'
import { type Format, useFormat } from '../../lib/format/use-format.ts'
import { type Translate, textIfAny, useText } from '../../lib/i18n/i18n.ts'
import { Quantity } from '../../portfolio/cells.tsx'
import { QuerySection } from '../../portfolio/query-section.tsx'
import { Amount, Missing } from '../../ui/display/figure.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import { Table } from '../../ui/table/table.tsx'
import type { Column } from '../../ui/table/table-props.ts'
import styles from './transactions-tab.module.css'
import { type PositionView, positionTransactionsQuery, type TransactionsPage } from './use-position.ts'

const pageSize = 1000
const allCategories = 'all'

interface TransactionsTabProps {
  position: Pick<PositionView, 'id' | 'date_closed'>
}

/** The transactions of a position, newest first. */
export function TransactionsTab({ position: { id, date_closed: closed } }: TransactionsTabProps) {
  const text = useText()
  const { body } = useFilter()
  const [offset, setOffset] = useState(0)
  const query = useQuery(
    positionTransactionsQuery(body, id, {
      match: closed === null ? 'open' : 'closed',
      limit: pageSize,
      offset,
      order_by: '-date',
      fees: 'within',
    }),
  )
  return (
    <QuerySection query={query} skeleton={<SkeletonRows rows={8} />}>
      {page =>
        page.count === 0 ? (
          <EmptyState icon="swap" title={text('trx_none')} />
        ) : (
          <Transactions page={page} offset={offset} onOffset={setOffset} />
        )
      }
    </QuerySection>
  )
}

interface TransactionsProps {
  page: TransactionsPage
  offset: number
  onOffset: (offset: number) => void
}

function Transactions({ page, offset, onOffset }: TransactionsProps) {
  const text = useText()
  const format = useFormat()
  const [chosen, setChosen] = useState<string>(allCategories)
  const categories = useMemo(
    () =>
      [...Map.groupBy(page.data, ({ category }) => category)].map(([key, rows]) => ({
        key,
        count: rows.length,
      })),
    [page.data],
  )
  const category = categories.some(({ key }) => key === chosen) ? chosen : allCategories
  const rows = useMemo(
    () => (category === allCategories ? page.data : page.data.filter(row => row.category === category)),
    [page.data, category],
  )
  const columns = useColumns(page, category === allCategories)
  const counted = (word: string, count: number) => (
    <>
      {word}
      <span className={styles.count}>{format.count(count)}</span>
    </>
  )
  return (
    <>
      {categories.length > 1 && page.count <= pageSize && (
        <div className={styles.bar}>
          <Segmented
            label={text('trx_type')}
            segments={[
              { value: allCategories, label: counted(text('trx_all'), page.count) },
              ...categories.map(({ key, count }) => ({
                value: key as string,
                label: counted(text(`transaction_category_${key}`), count),
              })),
            ]}
            value={category}
            onChange={setChosen}
          />
        </div>
      )}
      <div className={styles.frame}>
        <Table<Transaction>
          label={text('details_transactions')}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          phoneRow={row => ({
            title: transactionLabel(row, text),
            note: (
              <>
                {format.date(row.date)}
                {row.quantity !== null && row.price !== null && (
                  <>
                    {' · '}
                    <span data-amount="">{format.quantity(row.quantity)}</span> × {format.price(row.price)}
                  </>
                )}
              </>
            ),
            value: <Amount value={row.original_amount} unit={row.currency} sign="always" />,
            change: row.currency,
          })}
          {...(page.count > pageSize && {
            paging: { limit: pageSize, offset, count: page.count, onOffset },
          })}
        />
      </div>
    </>
  )
}

/** The label of a transaction: the side of a trade, otherwise the type. */
export function transactionLabel(
  { transaction_type: type, side, quantity }: Transaction,
  text: Translate,
): string {
  // A commitment to a fund is posted as a valuation of no units.
  if (type === 'valuation' && quantity === 0) return text('manual_transaction_commitment')
  if (type === 'trade' && (side === 'buy' || side === 'sell')) return text(`trx_side_${side}`)
  return textIfAny(`transaction_type_${type}`) ?? type
}

function useColumns(page: TransactionsPage, hasTotals: boolean): Column<Transaction>[] {
  const text = useText()
  const format = useFormat()
  const { currency } = page.basis
  return useMemo(
    () => buildColumns({ text, format, currency, page, hasTotals }),
    [text, format, currency, page, hasTotals],
  )
}

interface ColumnContext {
  text: Translate
  format: Format
  currency: string
  page: TransactionsPage
  hasTotals: boolean
}

function buildColumns({ text, format, currency, page, hasTotals }: ColumnContext): Column<Transaction>[] {
  const isForeign = page.data.some(row => row.currency !== currency)
  const original = page.data[0]?.currency ?? currency
  const calculated: Column<Transaction> = {
    id: 'calculated_amount',
    header: text('trx_amount_in', { currency }),
    align: 'end',
    sortValue: row => row.calculated_amount,
    cell: row => <Amount value={row.calculated_amount} sign="always" />,
    ...(hasTotals && { total: <Amount value={page.total.calculated_amount} sign="always" /> }),
  }
  return [
    {
      id: 'date',
      header: text('trx_date'),
      sortValue: row => row.date,
      cell: row => format.date(row.date),
      ...(hasTotals && { total: text('table_total') }),
    },
    {
      id: 'transaction_type',
      header: text('trx_type'),
      sortValue: row => transactionLabel(row, text),
      cell: row => <span className={styles.type}>{transactionLabel(row, text)}</span>,
    },
    {
      id: 'quantity',
      header: text('trx_quantity'),
      align: 'end',
      sortValue: row => row.quantity,
      cell: row => <Quantity value={row.quantity} />,
    },
    {
      id: 'price',
      header: text('trx_price_in', { currency: original }),
      align: 'end',
      sortValue: row => row.price,
      cell: row => (row.price === null ? <Missing /> : format.price(row.price)),
    },
    {
      id: 'original_fees',
      header: text('trx_fees_in', { currency: original }),
      align: 'end',
      priority: 2,
      sortValue: row => row.original_fees,
      cell: row =>
        row.original_fees === 0 ? (
          <Missing />
        ) : (
          <Amount value={-row.original_fees} unit={row.currency} sign="always" />
        ),
    },
    ...(isForeign
      ? [
          {
            id: 'original_amount',
            header: text('trx_amount_in', { currency: original }),
            align: 'end' as const,
            sortValue: (row: Transaction) => row.original_amount,
            cell: (row: Transaction) => <Amount value={row.original_amount} unit={row.currency} />,
          },
          {
            id: 'fx_rate',
            header: text('trx_rate'),
            align: 'end' as const,
            sortValue: (row: Transaction) => row.fx_rate,
            cell: (row: Transaction) => <span className={styles.quiet}>{format.quote(row.fx_rate)}</span>,
          },
        ]
      : []),
    calculated,
    {
      id: 'quantity_after',
      header: text('trx_position_after'),
      align: 'end',
      priority: 1,
      cell: row => <Quantity value={row.quantity_after ?? null} />,
    },
  ]
}
