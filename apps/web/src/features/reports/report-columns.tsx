import type { Report } from '@plumbline/contract'
import { useMemo } from 'react'
import { useText } from '../../lib/i18n/i18n.ts'
import { useSettingsData } from '../../lib/session/user-settings.ts'
import { IconButton } from '../../ui/display/icon-button.tsx'
import type { Column } from '../../ui/table/table-props.ts'
import { LastPrint } from './last-print.tsx'
import { type PrintActions, PrintButtons } from './print-buttons.tsx'
import styles from './reports.module.css'

export interface ReportActions extends PrintActions {
  /** Absent for users who may only print. */
  onEdit?: (report: Report) => void
  onDelete?: (report: Report) => void
}

/** The number of accounts that a cell can name. */
const maxAccountNames = 2

export function useReportColumns(actions: ReportActions, hasFamily = false): Column<Report>[] {
  const text = useText()
  const { lists } = useSettingsData()
  const accounts = useMemo(() => new Map(lists.accounts.map(({ id, name }) => [id, name])), [lists])
  const accountWords = ({ filter_account: ids }: Report) =>
    ids.length === 0
      ? text('reports_accounts_all')
      : ids.length > maxAccountNames
        ? text('accounts_of', { count: ids.length })
        : ids.map(id => accounts.get(id) ?? '–').join(', ')
  return [
    {
      id: 'name',
      header: text('name'),
      isSortable: true,
      cell: ({ name }) => (
        <span className={styles.strong} title={name}>
          {name}
        </span>
      ),
    },
    ...(hasFamily
      ? [
          {
            id: 'family',
            header: text('family'),
            isSortable: true,
            cell: ({ family }: Report) => family.name,
          },
        ]
      : []),
    {
      id: 'report_type',
      header: text('reports_type'),
      isSortable: true,
      cell: ({ report_type: type }) => <span className={styles.quiet}>{text(`report_type_${type}`)}</span>,
    },
    {
      id: 'calculated_currency',
      header: text('currency'),
      isSortable: true,
      cell: ({ calculated_currency: currency }) => currency,
    },
    {
      id: 'accounts',
      header: text('reports_accounts'),
      cell: report => <span className={styles.quiet}>{accountWords(report)}</span>,
    },
    {
      id: 'last',
      header: text('reports_last'),
      cell: report => <LastPrint report={report} state={actions.printState(report)} />,
    },
    {
      id: 'actions',
      header: text('actions'),
      align: 'end',
      cell: report => (
        <span className={styles.actions}>
          <PrintButtons report={report} actions={actions} />
          {actions.onEdit && (
            <IconButton
              icon="edit"
              size="small"
              label={text('edit_named', { name: report.name })}
              onClick={() => actions.onEdit?.(report)}
            />
          )}
          {actions.onDelete && (
            <IconButton
              icon="trash"
              size="small"
              label={text('delete_named', { name: report.name })}
              onClick={() => actions.onDelete?.(report)}
            />
          )}
        </span>
      ),
    },
  ]
}
