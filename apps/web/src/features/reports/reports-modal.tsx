import type { Report } from '@plumbline/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useFamilyId } from '../../filter/family/use-family.ts'
import { usePeriodLabels } from '../../filter/period/period-labels.ts'
import { useFilter } from '../../filter/use-filter.ts'
import { fromOrderBy, toOrderBy } from '../../lib/api/order-by.ts'
import { useModal } from '../../lib/browser/modals.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useHasRole, useUserSettings } from '../../lib/session/user-settings.ts'
import { Button } from '../../ui/display/button.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import type { ModalProps } from '../../ui/overlay/modal-props.ts'
import { useDelayedUnmount } from '../../ui/overlay/use-delayed-unmount.ts'
import { Table } from '../../ui/table/table.tsx'
import { LastPrint } from './last-print.tsx'
import { type ReportActions, useReportColumns } from './report-columns.tsx'
import { ReportForm } from './report-form.tsx'
import styles from './reports.module.css'
import { usePrint } from './use-print.ts'
import { reportOrders, reportsQuery, useDeleteReport } from './use-reports.ts'

/** The saved reports, with actions to print, edit and delete them. */
export function ReportsModal({ modal, frame }: ModalProps<'reports'>) {
  const text = useText()
  const format = useFormat()
  const { change } = useModal()
  const isDemo = useHasRole('demo')
  const { filter } = useFilter()
  const isEveryFamily = filter.family === null
  const periodLabels = usePeriodLabels()
  const list = useReportList(modal)
  const rows = list.query.data?.data
  const { print, printState, cancel } = usePrint()
  const remove = useDeleteReport()
  const openForm = (form: 'new' | 'edit', id?: string) => void change({ form, id })
  const actions = {
    printState,
    onPrint: (report: Report, as: 'pdf' | 'xlsx' | 'csv') =>
      print({ report, format: as, period: filter.period }),
    onCancel: cancel,
    ...(!isDemo && {
      onEdit: ({ id }: Report) => openForm('edit', id),
      onDelete: (report: Report) => remove.mutate(report),
    }),
  }
  const columns = useReportColumns(actions, isEveryFamily)
  const create = !isDemo && (
    <Button variant="primary" icon="plus" onClick={() => openForm('new')}>
      {text('reports_new')}
    </Button>
  )
  return (
    <Dialog
      {...frame}
      width={1160}
      isFullOnPhone
      isFilling
      title={
        <>
          {text('reports_title')}
          {list.query.data && <span className={styles.count}>{format.count(list.query.data.count)}</span>}
        </>
      }
      actions={create}
    >
      <div className={styles.content}>
        <Table<Report>
          label={text('reports_title')}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          phoneRow={report => ({
            title: report.name,
            note: isEveryFamily
              ? `${report.family.name}, ${text(`report_type_${report.report_type}`)}`
              : text(`report_type_${report.report_type}`),
            value: report.calculated_currency,
            change: <LastPrint report={report} state={printState(report)} isPlain />,
          })}
          onOpen={({ id }) => openForm('edit', id)}
          error={list.query.error}
          onRetry={() => void list.query.refetch()}
          empty={
            <EmptyState icon="document" title={text('reports_empty')} actions={create || undefined}>
              {text('reports_empty_note')}
            </EmptyState>
          }
          isFilling
          {...list.table}
        />
      </div>
      <p className={styles.foot}>{text('reports_foot', { period: periodLabels.title(filter.period) })}</p>
      <OpenForm modal={modal} rows={rows} actions={actions} />
    </Dialog>
  )
}

interface OpenFormProps {
  modal: ModalProps<'reports'>['modal']
  rows: readonly Report[] | undefined
  actions: ReportActions
}

/** The form named in the URL, or none when its report is not in the list. */
function OpenForm({ modal, rows, actions }: OpenFormProps) {
  const { change } = useModal()
  const wanted = useMemo(() => {
    if (modal.form === 'new') return { report: null }
    const report = rows?.find(({ id }) => id === modal.id)
    return modal.form === 'edit' && report !== undefined ? { report } : null
  }, [modal.form, modal.id, rows])
  const { shown, isOpen, onClosed } = useDelayedUnmount(wanted)
  if (shown === null) return null
  const onClose = () => void change({ form: undefined, id: undefined })
  return (
    <ReportForm
      key={shown.report?.id ?? 'new'}
      frame={{ isOpen, onClose, onClosed }}
      report={shown.report}
      actions={actions}
    />
  )
}

function useReportList(modal: ModalProps<'reports'>['modal']) {
  const { change } = useModal()
  const { page_size: limit } = useUserSettings()
  const family = useFamilyId()
  const offset = /^\d{1,9}$/.test(modal.offset ?? '') ? Number(modal.offset) : 0
  const wanted = fromOrderBy(modal.order_by)
  const order = reportOrders.find(each => each === wanted?.id)
  const sort = order === undefined || wanted === null ? null : wanted
  const query = useQuery(
    reportsQuery({
      ...(family !== undefined && { family }),
      limit,
      offset,
      ...(order !== undefined && { order_by: sort?.isDescending ? (`-${order}` as const) : order }),
    }),
  )
  const count = query.data?.count
  const onOffset = (next: number) => void change({ offset: next === 0 ? undefined : String(next) })
  return {
    query,
    table: {
      sort,
      onSort: (next: typeof sort) => void change({ order_by: toOrderBy(next), offset: undefined }),
      ...(count !== undefined && count > limit && { paging: { limit, offset, count, onOffset } }),
    },
  }
}
