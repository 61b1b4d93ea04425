import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useFilter } from '../../filter/use-filter.ts'
import { type ModalOf, useModal } from '../../lib/browser/modals.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useHasRole } from '../../lib/session/user-settings.ts'
import { Money, PnlAmount } from '../../portfolio/cells.tsx'
import { nameCustodian } from '../../portfolio/display-names.ts'
import { Tag } from '../../ui/display/tag.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Table } from '../../ui/table/table.tsx'
import type { Column } from '../../ui/table/table-props.ts'
import styles from './data-quality.module.css'
import { StatementPart } from './statement-part.tsx'
import { accountsQuery, type ReconciledAccount } from './use-data-quality.ts'

const byAccount = ({ account }: ReconciledAccount) => account.id

/** All accounts with their latest statement, or one account line by line. */
export function ReconciliationTab({ modal }: { modal: ModalOf<'data-quality'> }) {
  const text = useText()
  const { body } = useFilter()
  const { change } = useModal()
  const isDemo = useHasRole('demo')
  const accounts = useQuery(accountsQuery(body))
  const columns = useAccountColumns()
  const rows = accounts.data?.data
  const chosen = rows?.find(({ account }) => account.id === modal.account)
  if (chosen && !isDemo) return <StatementPart account={chosen} modal={modal} />
  return (
    <div className={styles.tab}>
      <div className={styles.content}>
        <Table<ReconciledAccount>
          label={text('reconciliation_all')}
          columns={columns}
          rows={rows}
          rowKey={byAccount}
          phoneRow={row => ({
            title: row.account.name,
            note: <StatementDay row={row} />,
            value: <Outcome row={row} />,
          })}
          {...(!isDemo && { onOpen: (row: ReconciledAccount) => void change({ account: row.account.id }) })}
          error={accounts.error}
          onRetry={() => void accounts.refetch()}
          empty={<EmptyState icon="layers" title={text('table_empty')} />}
          density="roomy"
          isFilling
        />
      </div>
    </div>
  )
}

function StatementDay({ row }: { row: ReconciledAccount }) {
  const text = useText()
  const format = useFormat()
  if (row.statement_date === null) return <>–</>
  const source = row.source === 'typed' ? text('reconciliation_typed') : (row.source ?? '').toUpperCase()
  return (
    <>
      {format.date(row.statement_date)}, {source}
    </>
  )
}

function Outcome({ row }: { row: ReconciledAccount }) {
  const text = useText()
  if (row.statement_date === null)
    return <span className={styles.quiet}>{text('reconciliation_no_statement')}</span>
  if (row.breaks_count === 0)
    return (
      <Tag tone="gain" icon="check">
        {text('reconciliation_agrees')}
      </Tag>
    )
  return <Tag tone="warn">{text('reconciliation_breaks_of', { count: row.breaks_count })}</Tag>
}

function useAccountColumns(): Column<ReconciledAccount>[] {
  const text = useText()
  const format = useFormat()
  return useMemo(
    () => [
      {
        id: 'account',
        header: text('reconciliation_account'),
        cell: ({ account, custodian }) => (
          <>
            <span className={styles.strong} title={account.name}>
              {account.name}
            </span>
            <span className={styles.second}>{nameCustodian(custodian)}</span>
          </>
        ),
      },
      {
        id: 'statement_date',
        header: text('reconciliation_day'),
        cell: row => <StatementDay row={row} />,
      },
      {
        id: 'statement_value',
        header: text('reconciliation_theirs'),
        align: 'end',
        cell: ({ statement_value: value }) => <Money value={value} />,
      },
      {
        id: 'ledger_value',
        header: text('reconciliation_ledger'),
        align: 'end',
        cell: ({ ledger_value: value }) => <Money value={value} />,
      },
      {
        id: 'break_value',
        header: text('reconciliation_sum'),
        align: 'end',
        cell: ({ break_value: value, breaks_count: count }) =>
          count === 0 ? '–' : <PnlAmount value={value} />,
      },
      {
        id: 'oldest_break',
        header: text('reconciliation_oldest'),
        align: 'end',
        cell: ({ oldest_break: date }) => (date === null ? '–' : format.date(date)),
      },
      {
        id: 'outcome',
        header: text('reconciliation_breaks'),
        align: 'end',
        cell: row => <Outcome row={row} />,
      },
    ],
    [text, format],
  )
}
