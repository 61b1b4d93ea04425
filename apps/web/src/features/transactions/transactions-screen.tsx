import type { Transaction } from '@plumbline/contract'
import { useCallback, useMemo } from 'react'
import { FilterBar } from '../../filter/filter-bar.tsx'
import { useFilter } from '../../filter/use-filter.ts'
import { useModal } from '../../lib/browser/modals.ts'
import { useIsPhone } from '../../lib/browser/use-media.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useHasRole } from '../../lib/session/user-settings.ts'
import { Money, TypeMark } from '../../portfolio/cells.tsx'
import { TableEmptyState } from '../../portfolio/first-steps.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { usePageTitle } from '../../ui/layout/page.tsx'
import { Table } from '../../ui/table/table.tsx'
import type { PhoneRow, RowGroup } from '../../ui/table/table-props.ts'
import { useTableLayout } from '../../ui/table/use-table-layout.ts'
import { groupByDay } from './day-groups.ts'
import {
  DaySum,
  defaultColumns,
  describeTransaction,
  TypeTag,
  transactionColumns,
} from './transaction-columns.tsx'
import styles from './transactions.module.css'
import { TransactionsToolbar } from './transactions-toolbar.tsx'
import { rowId, type TransactionsPage, useTransactions, useTransactionsView } from './use-transactions.ts'

/** The ledger by day in a full-size table. The page itself does not scroll. */
export function TransactionsScreen() {
  const text = useText()
  const format = useFormat()
  const isPhone = useIsPhone()
  const isDemo = useHasRole('demo')
  const { open } = useModal()
  const { body } = useFilter()
  const view = useTransactionsView()
  const { query, limit } = useTransactions(body, view)
  const page = query.data
  usePageTitle(text('tab_transactions'))

  const currency = page?.basis.currency ?? body.settings.currency ?? ''
  const columns = useMemo(() => transactionColumns({ text, format, currency }), [text, format, currency])
  const layout = useTableLayout({ key: 'transactions', columns, defaultColumns })
  const isByDay = view.sort === null || view.sort.id === 'date'
  const groups = useDayGroups(isByDay ? page : undefined)
  const phoneRow = usePhoneRow()
  const onOpen = useCallback(
    ({ id, position_id: position, is_editable: isEditable }: Transaction) => {
      if (isEditable) void open({ kind: 'transaction', id })
      else if (position !== null) void open({ kind: 'position', id: position, tab: 'transactions' })
    },
    [open],
  )
  return (
    <>
      <FilterBar />
      <div className={styles.screen}>
        <h1 className="visually-hidden">{text('tab_transactions')}</h1>
        <TransactionsToolbar {...{ view, body, layout, columns }} />
        <div
          className={isPhone ? styles.phone : styles.table}
          aria-busy={query.isPlaceholderData || undefined}
        >
          <Table<Transaction>
            label={text('transactions_list')}
            columns={layout.columns}
            rows={page?.data}
            rowKey={rowId}
            phoneRow={phoneRow}
            density={layout.density}
            sort={view.sort ?? { id: 'date', isDescending: true }}
            onSort={sort => view.change({ sort })}
            onResize={layout.resize}
            isFilling={!isPhone}
            isSortedElsewhere
            {...(!isDemo && { onOpen })}
            {...(groups && { groups, rowGroup: transactionDate })}
            {...(page && {
              paging: {
                limit,
                offset: view.offset,
                count: page.count,
                onOffset: (offset: number) => view.change({ offset }),
              },
            })}
            error={query.error}
            onRetry={() => void query.refetch()}
            empty={
              <TableEmptyState
                icon="swap"
                title={text('first_transactions')}
                note={text('first_transactions_note')}
                steps={['import', 'transaction']}
                otherwise={
                  <EmptyState icon="swap" title={text('transactions_none')}>
                    {text('transactions_none_note')}
                  </EmptyState>
                }
              />
            }
          />
        </div>
        {page !== undefined && page.count > 0 && (
          <p className={styles.sum}>
            {text('transactions_sum', { count: format.count(page.count) })}{' '}
            <b>
              <Money value={page.total.calculated_amount} />
            </b>{' '}
            {currency}
          </p>
        )}
      </div>
    </>
  )
}

function transactionDate({ date }: Transaction): string {
  return date
}

function useDayGroups(page: TransactionsPage | undefined): RowGroup[] | undefined {
  const format = useFormat()
  return useMemo(
    () =>
      page &&
      groupByDay(page.data).map(({ date, count, amount, fees }) => ({
        key: date,
        label: (
          <>
            <span>{format.weekday(date)}</span> <span className={styles.count}>{count}</span>
          </>
        ),
        cells: {
          ...(fees !== 0 && { calculated_fees: <DaySum value={fees} /> }),
          calculated_amount: <DaySum value={amount} />,
        },
        phoneCell: 'calculated_amount',
      })),
    [page, format],
  )
}

/** The row on a phone: description, date and amount. */
function usePhoneRow(): (row: Transaction) => PhoneRow {
  const text = useText()
  const format = useFormat()
  return useCallback(
    row => ({
      mark: <TypeMark type={row.instrument_type} />,
      title: row.name ?? describeTransaction(row, text),
      note: (
        <>
          <TypeTag row={row} /> {format.date(row.date)}
        </>
      ),
      value: <Money value={row.calculated_amount} flags={row.flags} />,
      change: <span className={styles.quiet}>{row.account.name}</span>,
    }),
    [text, format],
  )
}
