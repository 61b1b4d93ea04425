import { useMutation, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { dayIn } from '../../../lib/format/format.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { textIfAny, useText } from '../../../lib/i18n/i18n.ts'
import { useSettingsData } from '../../../lib/session/user-settings.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Avatar } from '../../../ui/display/avatar.tsx'
import { Button } from '../../../ui/display/button.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { Table } from '../../../ui/table/table.tsx'
import type { Column } from '../../../ui/table/table-props.ts'
import styles from '../admin-list.module.css'
import { AdminList, NothingListed } from '../admin-list.tsx'
import { FilterSelect } from '../filter-select.tsx'
import { useAdminList, useAdminLocation } from '../use-admin-location.ts'
import { usersQuery } from '../users/use-users.ts'
import { displayName } from '../users/user-columns.tsx'
import { type AuditEntry, auditOrders, auditQuery, downloadAudit } from './use-audit.ts'

const dayMs = 86_400_000
const spans = ['7', '30', '365'] as const

/** The audit log: read-only, with filters and a CSV export. */
export function AuditTab() {
  const text = useText()
  const { query: page, table, pagingProps } = useAdminList(auditOrders)
  const filter = useAuditFilter()
  const query = { ...page, ...filter }
  const audit = useQuery(auditQuery(query))
  const exporting = useMutation({ mutationFn: downloadAudit })
  const columns = useAuditColumns()
  const { limit: _limit, offset: _offset, ...whole } = query
  return (
    <AdminList
      search={text('find')}
      filters={<AuditFilters actions={audit.data?.extra.actions ?? []} />}
      actions={
        <Button icon="download" isBusy={exporting.isPending} onClick={() => exporting.mutate(whole)}>
          {text('export_csv')}
        </Button>
      }
      foot={
        <>
          <span>{text('audit_note')}</span>
          {audit.data && <Chain isIntact={audit.data.extra.is_chain_intact} />}
        </>
      }
    >
      <Table<AuditEntry>
        label={text('admin_audit')}
        columns={columns}
        rows={audit.data?.data}
        rowKey={({ id }) => id}
        phoneRow={entry => ({
          title: <Action action={entry.action} />,
          note: `${entry.user?.name ?? text('audit_unknown')} · ${entry.details}`,
          value: <Moment at={entry.at} />,
        })}
        error={audit.error}
        onRetry={() => void audit.refetch()}
        empty={<NothingListed />}
        isFilling
        {...table}
        {...pagingProps(audit.data?.count)}
      />
    </AdminList>
  )
}

/** The filter from the URL. `days` counts back from today. */
function useAuditFilter() {
  const { fields } = useAdminLocation()
  const { settings } = useSettingsData()
  const { user, action, family } = fields
  const days = spans.find(span => span === fields.days)
  const today = dayIn(new Date(), settings.time_zone)
  return useMemo(
    () => ({
      ...(user && { user }),
      ...(action && { action }),
      ...(family && { family }),
      ...(days && { start_date: daysBefore(today, Number(days)) }),
    }),
    [user, action, family, days, today],
  )
}

function daysBefore(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - count * dayMs).toISOString().slice(0, 10)
}

function AuditFilters({ actions }: { actions: readonly string[] }) {
  const text = useText()
  const { lists } = useSettingsData()
  const { fields, updateList } = useAdminLocation()
  const users = useQuery(usersQuery({ limit: 1000 }, {}))
  return (
    <>
      <FilterSelect
        label={text('audit_who')}
        all={text('audit_everyone')}
        options={(users.data?.data ?? []).map(user => ({ value: user.id, label: displayName(user) }))}
        value={fields.user}
        onChange={user => updateList({ user })}
      />
      <FilterSelect
        label={text('audit_what')}
        all={text('audit_everything')}
        options={actions.map(action => ({ value: action, label: actionWords(action) }))}
        value={fields.action}
        onChange={action => updateList({ action })}
      />
      <FilterSelect
        label={text('family')}
        all={text('all_families')}
        options={lists.families.map(({ id, name }) => ({ value: id, label: name }))}
        value={fields.family}
        onChange={family => updateList({ family })}
      />
      <FilterSelect
        label={text('audit_when')}
        all={text('audit_ever')}
        options={spans.map(count => ({ value: count, label: text('audit_last_days', { count }) }))}
        value={fields.days}
        onChange={days => updateList({ days })}
      />
    </>
  )
}

function useAuditColumns(): Column<AuditEntry>[] {
  const text = useText()
  return useMemo(
    () => [
      { id: 'at', header: text('audit_when'), isSortable: true, cell: ({ at }) => <Moment at={at} /> },
      {
        id: 'user',
        header: text('audit_who'),
        cell: ({ user }) => (
          <span className={styles.two}>
            <Avatar name={user?.name ?? '–'} />
            {user?.name ?? text('audit_unknown')}
          </span>
        ),
      },
      {
        id: 'action',
        header: text('audit_what'),
        isSortable: true,
        cell: ({ action }) => <Action action={action} />,
      },
      { id: 'details', header: text('audit_details'), cell: ({ details }) => details || '–' },
      {
        id: 'family',
        header: text('family'),
        cell: ({ family }) => <span className={styles.quiet}>{family?.name ?? '–'}</span>,
      },
    ],
    [text],
  )
}

/** Failed and destructive actions are highlighted. */
const highlightedActions = /_(failed|erased|deleted|reuse)$/

function Action({ action }: { action: string }) {
  return (
    <span className={classNames(styles.strong, highlightedActions.test(action) && styles.bad)}>
      {actionWords(action)}
    </span>
  )
}

function actionWords(action: string): string {
  return textIfAny(`audit_action_${action}`) ?? action.replaceAll('_', ' ')
}

function Moment({ at }: { at: string }) {
  return useFormat().moment(new Date(at))
}

function Chain({ isIntact }: { isIntact: boolean }) {
  const text = useText()
  return (
    <span className={classNames(styles.status, isIntact ? styles.good : styles.bad)}>
      <Icon name={isIntact ? 'check' : 'alert'} size={14} />
      {text(isIntact ? 'audit_intact' : 'audit_broken')}
    </span>
  )
}
