import type { Transaction } from '@plumbline/contract'
import { useCallback, useMemo, useState } from 'react'
import { FilterBar } from '../../filter/filter-bar.tsx'
import { useFilter } from '../../filter/use-filter.ts'
import { useModal } from '../../lib/browser/modals.ts'
import { recall, remember } from '../../lib/browser/storage.ts'
import { useIsPhone } from '../../lib/browser/use-media.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useHasRole, useUserSettings } from '../../lib/session/user-settings.ts'
import { TypeMark } from '../../portfolio/cells.tsx'
import { accountWords } from '../../portfolio/display-names.ts'
import { TableEmptyState } from '../../portfolio/first-steps.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { usePageTitle } from '../../ui/layout/page.tsx'
import { ColumnChooser } from '../../ui/table/column-chooser.tsx'
import { Table } from '../../ui/table/table.tsx'
import type { PhoneRow, RowGroup } from '../../ui/table/table-props.ts'
import { useTableLayout } from '../../ui/table/use-table-layout.ts'
import { groupByDay } from './day-groups.ts'
import { MonthRail } from './month-rail.tsx'
import { SignedAmount } from './signed-amount.tsx'
import { defaultColumns, transactionColumns } from './transaction-columns.tsx'
import { TransactionSentence } from './transaction-sentence.tsx'
import styles from './transactions.module.css'
import { TransactionSums } from './transactions-footer.tsx'
import { TransactionsToolbar } from './transactions-toolbar.tsx'
import { useGoToDate } from './use-go-to-date.ts'
import {
  rowId,
  type TransactionsPage,
  type TransactionsView,
  useTransactions,
  useTransactionsView,
} from './use-transactions.ts'

const byDayKey = 'plumbline_transactions_by_day'

/** The ledger in a full-size table, a row per transaction. The page itself does not scroll. */
export function TransactionsScreen() {
  const text = useText()
  const isPhone = useIsPhone()
  const isDemo = useHasRole('demo')
  const { open } = useModal()
  const { body } = useFilter()
  const view = useTransactionsView()
  const { query, limit } = useTransactions(body, view)
  const page = query.data
  const goToDate = useGoToDate(body, view, page?.count ?? 0)
  usePageTitle(text('tab_transactions'))

  const currency = page?.basis.currency ?? body.settings.currency ?? ''
  const columns = useLedgerColumns(currency)
  const layout = useTableLayout({ key: 'ledger', columns, defaultColumns })
  const [isGrouped, setIsGrouped] = useState(recall(byDayKey) === 'yes')
  const isByDate = view.sort === null || view.sort.id === 'date'
  const groups = useDayGroups(isByDate && (isGrouped || isPhone) ? page : undefined)
  const phoneRow = usePhoneRow(currency)
  // Fees and received amounts are lines of a transaction.
  const onOpen = useCallback(
    ({ id }: Transaction) => void open({ kind: 'transaction', id: id.replace(/:\w+$/, '') }),
    [open],
  )
  return (
    <>
      <FilterBar />
      <div className={styles.screen}>
        <h1 className="visually-hidden">{text('tab_transactions')}</h1>
        <TransactionsToolbar
          {...{ view, body, layout, columns, isGrouped }}
          date={page?.data[0]?.date ?? null}
          onDate={goToDate}
          onGrouped={next => {
            remember(byDayKey, next ? 'yes' : 'no')
            setIsGrouped(next)
          }}
        />
        <div className={isPhone ? undefined : styles.body}>
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
              hiddenAction={<ColumnChooser choice={layout.choice} isBelow />}
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
                  summary: <TransactionSums total={page.total} currency={currency} />,
                },
              })}
              error={query.error}
              onRetry={() => void query.refetch()}
              empty={<NoTransactions />}
            />
          </div>
          {page && !isPhone && isByDate && <Rail {...{ page, view }} onDate={goToDate} />}
        </div>
      </div>
    </>
  )
}

function useLedgerColumns(currency: string) {
  const text = useText()
  const format = useFormat()
  const isDemo = useHasRole('demo')
  const { open } = useModal()
  const onPosition = useMemo(
    () => (isDemo ? undefined : (id: string) => void open({ kind: 'position', id, tab: 'transactions' })),
    [isDemo, open],
  )
  return useMemo(
    () => transactionColumns({ text, format, currency, onPosition }),
    [text, format, currency, onPosition],
  )
}

function NoTransactions() {
  const text = useText()
  return (
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
  )
}

interface RailProps {
  page: TransactionsPage
  view: TransactionsView
  onDate: (date: string) => void
}

/** The months beside a list that is longer than a page. */
function Rail({ page, view, onDate }: RailProps) {
  const { start_date: first, end_date: last } = page.basis
  const current = page.data[0]?.date
  const { page_size: limit } = useUserSettings()
  if (!first || !last || current === undefined || page.count <= limit) return null
  return <MonthRail {...{ first, last, current, onDate }} isNewestFirst={view.sort?.isDescending ?? true} />
}

function transactionDate({ date }: Transaction): string {
  return date
}

function useDayGroups(page: TransactionsPage | undefined): RowGroup[] | undefined {
  const format = useFormat()
  return useMemo(
    () =>
      page &&
      groupByDay(page.data).map(({ date, count, amount }) => ({
        key: date,
        label: (
          <>
            <span>{format.weekday(date)}</span> <span className={styles.count}>{count}</span>
          </>
        ),
        cells: { calculated_amount: <SignedAmount value={amount} /> },
        phoneCell: 'calculated_amount',
      })),
    [page, format],
  )
}

/** The row on a phone: what happened, the account, and the net amount with its costs. */
function usePhoneRow(currency: string): (row: Transaction) => PhoneRow {
  const text = useText()
  return useCallback(
    row => {
      const { calculated_fees: fees, calculated_taxes: taxes } = row
      const [label, cost] = fees
        ? [text('transactions_fees'), fees]
        : taxes
          ? [text('transactions_taxes'), taxes]
          : [currency, null]
      return {
        mark: <TypeMark type={row.instrument_type} />,
        title: <TransactionSentence row={row} />,
        note: accountWords(row).join(', '),
        value: <SignedAmount value={row.calculated_amount} flags={row.flags} />,
        change: (
          <span className={styles.quiet}>
            {label} {cost !== null && <SignedAmount value={-cost} />}
          </span>
        ),
      }
    },
    [text, currency],
  )
}
