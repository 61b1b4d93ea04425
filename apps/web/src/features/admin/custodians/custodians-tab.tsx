import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { showToast } from '../../../lib/browser/toasts.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { manualCustodian } from '../../../portfolio/accounts/custodians.ts'
import { useDisplayNames } from '../../../portfolio/display-names.ts'
import { Button } from '../../../ui/display/button.tsx'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import type { DialogFrame } from '../../../ui/overlay/dialog.tsx'
import { Table } from '../../../ui/table/table.tsx'
import type { Column } from '../../../ui/table/table-props.ts'
import styles from '../admin-list.module.css'
import { AdminList, NothingListed } from '../admin-list.tsx'
import { RowActions } from '../row-actions.tsx'
import { useAdminChange } from '../use-admin-change.ts'
import { rowId, useAdminForm } from '../use-admin-form.ts'
import { useAdminList, useAdminLocation } from '../use-admin-location.ts'
import { CustodianDialog } from './custodian-dialog.tsx'
import { type Custodian, custodiansPageQuery, removeCustodian } from './use-custodians.ts'

const forms = ['edit', 'delete'] as const
/** The server always orders custodians by name. */
const noOrders: readonly never[] = []

/** The list of custodians. The built-in 'manual' custodian cannot be changed. */
export function CustodiansTab() {
  const text = useText()
  const names = useDisplayNames()
  const { openForm } = useAdminLocation()
  const { query, pagingProps } = useAdminList(noOrders)
  const custodians = useQuery(custodiansPageQuery({ limit: query.limit, offset: query.offset }))
  const rows = custodians.data?.data
  const { shown, frame } = useAdminForm(rows, forms, rowId)
  const columns = useCustodianColumns()
  const create = (
    <Button variant="primary" icon="plus" onClick={() => openForm('new')}>
      {text('new_custodian')}
    </Button>
  )
  return (
    <>
      <AdminList actions={create}>
        <Table<Custodian>
          label={text('admin_custodians')}
          columns={columns}
          rows={rows}
          rowKey={rowId}
          phoneRow={custodian => ({
            title: custodian.name,
            note: custodian.country === null ? '' : names.country(custodian.country),
            value: text('accounts_of', { count: custodian.accounts_count }),
          })}
          onOpen={({ id }) => id !== manualCustodian && openForm('edit', id)}
          error={custodians.error}
          onRetry={() => void custodians.refetch()}
          empty={<NothingListed action={create} />}
          isFilling
          {...pagingProps(custodians.data?.count)}
        />
      </AdminList>
      {shown?.form === 'new' && <CustodianDialog custodian={null} frame={frame} />}
      {shown?.form === 'edit' && <CustodianDialog key={shown.row.id} custodian={shown.row} frame={frame} />}
      {shown?.form === 'delete' && (
        <DeleteCustodianDialog key={shown.row.id} custodian={shown.row} frame={frame} />
      )}
    </>
  )
}

function useCustodianColumns(): Column<Custodian>[] {
  const text = useText()
  const format = useFormat()
  const names = useDisplayNames()
  const { openForm } = useAdminLocation()
  return useMemo(
    () => [
      {
        id: 'name',
        header: text('custodian'),
        cell: ({ name }) => (
          <span className={styles.strong} title={name}>
            {name}
          </span>
        ),
      },
      {
        id: 'id',
        header: text('custodian_id'),
        cell: ({ id }) => <span className={styles.quiet}>{id}</span>,
      },
      {
        id: 'country',
        header: text('country'),
        cell: ({ country }) => (country === null ? '–' : names.country(country)),
      },
      {
        id: 'accounts_count',
        header: text('custodian_accounts'),
        align: 'end',
        cell: ({ accounts_count: count }) => format.count(count),
      },
      {
        id: 'actions',
        header: text('actions'),
        align: 'end',
        cell: ({ id, name, accounts_count: count }) =>
          id === manualCustodian ? null : (
            <RowActions
              name={name}
              onEdit={() => openForm('edit', id)}
              onDelete={count === 0 ? () => openForm('delete', id) : undefined}
            />
          ),
      },
    ],
    [text, format, names, openForm],
  )
}

function DeleteCustodianDialog({ custodian, frame }: { custodian: Custodian; frame: DialogFrame }) {
  const text = useText()
  const { id, name } = custodian
  const removing = useAdminChange(removeCustodian, {
    onSuccess: () => {
      showToast(text('deleted_named', { name }), 'success')
      frame.onClose()
    },
  })
  return (
    <ConfirmDialog
      {...frame}
      title={text('delete_question', { name })}
      safeLabel={text('keep_it')}
      confirmLabel={text('delete')}
      isBusy={removing.isPending}
      onConfirm={() => removing.mutate(id)}
    >
      {text('custodian_delete_note')}
    </ConfirmDialog>
  )
}
