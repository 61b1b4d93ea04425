import type { Account } from '@plumbline/contract'
import { useMemo } from 'react'
import { useFormat } from '../../../lib/format/use-format.ts'
import { type Translate, useText } from '../../../lib/i18n/i18n.ts'
import { useUserSettings } from '../../../lib/session/user-settings.ts'
import { Money } from '../../../portfolio/cells.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { Tag } from '../../../ui/display/tag.tsx'
import type { Column, PhoneRow } from '../../../ui/table/table-props.ts'
import styles from '../admin-list.module.css'
import { RowActions } from '../row-actions.tsx'
import { useAdminLocation } from '../use-admin-location.ts'

/** Leaves out columns that no row has a value for. */
export function useAccountColumns(rows: readonly Account[] | undefined): Column<Account>[] {
  const text = useText()
  const format = useFormat()
  const { currency } = useUserSettings()
  const { openForm } = useAdminLocation()
  const hasValues = rows?.some(({ value }) => value !== null) ?? false
  const hasPositions = rows?.some(({ positions_count: count }) => count !== null) ?? false
  return useMemo(() => {
    const columns: (Column<Account> | false)[] = [
      {
        id: 'name',
        header: text('account'),
        isSortable: true,
        cell: ({ name, number }) => (
          <>
            <span className={styles.strong} title={name}>
              {name}
            </span>{' '}
            {number !== null && <span className={styles.quiet}>{number}</span>}
          </>
        ),
      },
      {
        id: 'custodian',
        header: text('account_custodian'),
        isSortable: true,
        cell: ({ custodian, is_manual: isManual }) =>
          isManual ? <Tag tone="outline">{text('custodian_manual')}</Tag> : custodian.name,
      },
      { id: 'family', header: text('family'), isSortable: true, cell: ({ family }) => family.name },
      { id: 'currency', header: text('base_currency'), isSortable: true, cell: account => account.currency },
      hasPositions && {
        id: 'positions_count',
        header: text('account_positions'),
        align: 'end',
        cell: ({ positions_count: count }) => (count === null ? '–' : format.count(count)),
      },
      {
        id: 'transactions_count',
        header: text('account_transactions'),
        align: 'end',
        cell: ({ transactions_count: count }) => format.count(count),
      },
      hasValues && {
        id: 'value',
        header: text('nav_in', { currency }),
        align: 'end',
        isSortable: true,
        cell: ({ value, flags }) => <Money value={value} flags={flags} />,
      },
      { id: 'data', header: text('account_data'), cell: account => <DataStatus account={account} /> },
      {
        id: 'actions',
        header: text('actions'),
        align: 'end',
        cell: ({ id, name }) => (
          <RowActions
            name={name}
            onEdit={() => openForm('edit', id)}
            onDelete={() => openForm('delete', id)}
          />
        ),
      },
    ]
    return columns.filter(column => column !== false)
  }, [text, format, currency, hasValues, hasPositions, openForm])
}

export function accountPhoneRow(account: Account, text: Translate): PhoneRow {
  const custodian = account.is_manual ? text('custodian_manual') : account.custodian.name
  return {
    title: account.name,
    note: `${account.family.name}, ${custodian}`,
    value: account.value === null ? account.currency : <Money value={account.value} />,
    change: <DataStatus account={account} />,
  }
}

function DataStatus({ account }: { account: Account }) {
  const text = useText()
  const format = useFormat()
  const { data_status: status, data_date: date } = account
  if (status === null) return <span className={styles.quiet}>{text('account_by_hand')}</span>
  const icon = status === 'success' ? 'check' : status === 'no_data' ? 'minus' : 'close'
  const tone = status === 'success' ? styles.good : status === 'no_data' ? styles.missing : styles.bad
  const words =
    status === 'success' && date !== null
      ? format.date(date)
      : text(status === 'no_data' ? 'account_data_none' : 'account_data_failed')
  return (
    <span className={styles.status}>
      <Icon name={icon} size={14} className={tone} />
      {words}
    </span>
  )
}
