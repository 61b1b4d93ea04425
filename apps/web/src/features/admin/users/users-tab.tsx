import type { User } from '@plumbline/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useText } from '../../../lib/i18n/i18n.ts'
import { useSettingsData } from '../../../lib/session/user-settings.ts'
import { Button } from '../../../ui/display/button.tsx'
import { Table } from '../../../ui/table/table.tsx'
import { AdminList, NothingListed } from '../admin-list.tsx'
import { FilterSelect } from '../filter-select.tsx'
import { rowId, useAdminForm } from '../use-admin-form.ts'
import { useAdminList, useAdminLocation } from '../use-admin-location.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { SecurityDialog } from './security-dialog.tsx'
import { userOrders, usersQuery } from './use-users.ts'
import { userPhoneRow, useUserColumns } from './user-columns.tsx'
import { confirmedActions, UserConfirm } from './user-confirm.tsx'
import { UserDialog } from './user-dialog.tsx'

const forms = ['edit', ...confirmedActions] as const

export function UsersTab() {
  const text = useText()
  const { lists } = useSettingsData()
  const { fields, updateList, openForm, closeForm } = useAdminLocation()
  const { query, table, pagingProps } = useAdminList(userOrders)
  const { family } = fields
  const body = useMemo(() => (family === undefined ? {} : { family }), [family])
  const users = useQuery(usersQuery(query, body))
  const rows = users.data?.data
  const { shown, frame } = useAdminForm(rows, forms, rowId)
  const columns = useUserColumns()
  return (
    <>
      <AdminList
        search={text('find')}
        filters={
          <FilterSelect
            label={text('family')}
            all={text('all_families')}
            options={lists.families.map(({ id, name }) => ({ value: id, label: name }))}
            value={family}
            onChange={chosen => updateList({ family: chosen })}
          />
        }
        actions={
          <>
            <Button icon="shield" onClick={() => openForm('security')}>
              {text('user_by_role')}
            </Button>
            <Button variant="primary" icon="plus" onClick={() => openForm('new')}>
              {text('invite_user')}
            </Button>
          </>
        }
      >
        <Table<User>
          label={text('admin_users')}
          columns={columns}
          rows={rows}
          rowKey={rowId}
          phoneRow={user => userPhoneRow(user, text)}
          density="roomy"
          onOpen={({ id }) => openForm('edit', id)}
          error={users.error}
          onRetry={() => void users.refetch()}
          empty={<NothingListed />}
          isFilling
          {...table}
          {...pagingProps(users.data?.count)}
        />
      </AdminList>
      {fields.form === 'security' && <SecurityDialog frame={{ isOpen: true, onClose: closeForm }} />}
      {shown?.form === 'new' && <InviteDialog frame={frame} />}
      {shown?.form === 'edit' && <UserDialog key={shown.row.id} user={shown.row} frame={frame} />}
      {shown !== null && shown.form !== 'new' && shown.form !== 'edit' && (
        <UserConfirm
          key={`${shown.form} ${shown.row.id}`}
          action={shown.form}
          user={shown.row}
          frame={frame}
        />
      )}
    </>
  )
}
