import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useFilter } from '../../../filter/use-filter.ts'
import { currencyDecimals } from '../../../lib/format/format.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { isPartialSum, Money, PartialMark } from '../../../portfolio/cells.tsx'
import { useDisplayNames } from '../../../portfolio/display-names.ts'
import { type CashBalances, cashQuery } from '../../../portfolio/queries.ts'
import { QuerySection } from '../../../portfolio/query-section.tsx'
import { replyDecimals } from '../../../portfolio/round-parts.ts'
import { Amount } from '../../../ui/display/figure.tsx'
import { Segmented } from '../../../ui/form/segmented.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { SkeletonRows } from '../../../ui/layout/skeleton.tsx'
import { Table } from '../../../ui/table/table.tsx'
import type { Column } from '../../../ui/table/table-props.ts'
import { matchRounding, type RoundedSums } from '../equation/equation.ts'
import styles from './cash-card.module.css'
import { type CashGrouping, type CashRow, cashRows } from './cash-rows.ts'

interface CashCardProps {
  /** The same sum as rounded in the header. */
  rounded: RoundedSums | undefined
  /** Whether the filter excludes cash. The card then says so. */
  isLeftOut: boolean
  className?: string | undefined
}

/** Cash balances by account and currency, or by currency. */
export function CashCard({ rounded, isLeftOut, className }: CashCardProps) {
  const text = useText()
  const { body } = useFilter()
  const query = useQuery(cashQuery(body))
  const [grouping, setGrouping] = useState<CashGrouping>('account')
  // Grouping makes no difference to a single balance.
  const isSeveral = (query.data?.count ?? 0) > 1
  return (
    <Card
      className={className}
      title={text('cash_balances')}
      actions={
        isSeveral && (
          <Segmented
            size="small"
            label={text('cash_by')}
            segments={[
              { value: 'account', label: text('cash_by_account') },
              { value: 'currency', label: text('cash_by_currency') },
            ]}
            value={grouping}
            onChange={setGrouping}
          />
        )
      }
    >
      <QuerySection query={query} skeleton={<SkeletonRows rows={10} rowHeight={28} />}>
        {balances =>
          balances.data.length === 0 ? (
            <EmptyState icon="swap" title={text(isLeftOut ? 'cash_left_out' : 'cash_none')} />
          ) : (
            <CashTable
              balances={balances}
              total={matchRounding(balances.total.value, rounded?.cash, replyDecimals(balances.basis))}
              grouping={grouping}
            />
          )
        }
      </QuerySection>
    </Card>
  )
}

interface CashTableProps {
  balances: CashBalances
  total: number | null
  grouping: CashGrouping
}

function CashTable({ balances, total, grouping }: CashTableProps) {
  const text = useText()
  const names = useDisplayNames()
  const { currency } = balances.basis
  const rows = useMemo(
    () => cashRows(balances.data, total, grouping, currencyDecimals(currency)),
    [balances.data, total, grouping, currency],
  )
  const rowName = (row: CashRow) => (grouping === 'account' ? row.name : names.currency(row.currency))
  const columns: Column<CashRow>[] = [
    {
      id: 'name',
      header: text(grouping === 'account' ? 'cash_by_account' : 'cash_by_currency'),
      cell: row => (
        <span className={styles.name} title={[rowName(row), row.note].filter(Boolean).join(' ')}>
          {rowName(row)} {row.note !== null && <span className={styles.quiet}>{row.note}</span>}
        </span>
      ),
      total: (
        <>
          {text('cash_total_in', { currency })} {isPartialSum(balances.total.flags) && <PartialMark />}
        </>
      ),
    },
    {
      id: 'balance',
      header: text('cash_balance'),
      align: 'end',
      cell: row => (
        <>
          <Amount value={row.balance} unit={row.currency} isToned={row.balance < 0} />
          <span className={styles.code}>{row.currency}</span>
        </>
      ),
    },
    {
      id: 'value',
      header: currency,
      align: 'end',
      cell: row => <Amount value={row.value} isToned={(row.value ?? 0) < 0} />,
      total: <Money value={total} />,
    },
  ]
  return (
    <div className={styles.scroll}>
      <Table<CashRow>
        label={text(`cash_table_${grouping}`)}
        density="compact"
        columns={columns}
        rows={rows}
        rowKey={({ key }) => key}
        phoneRow={row => ({
          title: rowName(row),
          ...(row.note !== null && { note: row.note }),
          value: <Amount value={row.value} isToned={(row.value ?? 0) < 0} />,
          change: (
            <span className={styles.quiet}>
              <Amount value={row.balance} unit={row.currency} /> {row.currency}
            </span>
          ),
        })}
        empty={<EmptyState icon="swap" title={text('cash_none')} />}
      />
    </div>
  )
}
