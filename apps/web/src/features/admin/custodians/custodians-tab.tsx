import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { showToast } from '../../../lib/browser/toasts.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { manualCustodian } from '../../../portfolio/custodians.ts'
import { useWords } from '../../../portfolio/words.ts'
import { Button } from '../../../ui/display/button.tsx'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import type { DialogFrame } from '../../../ui/overlay/dialog.tsx'
import { Table } from '../../../ui/table/table.tsx'
import type { Column } from '../../../ui/table/table-props.ts'
import styles from '../admin-list.module.css'
import { AdminList, NothingListed } from '../admin-list.tsx'
import { RowActions } from '../row-actions.tsx'
import { useAdminChange } from '../use-admin-change.ts'
import { byOwnId, useAdminForm } from '../use-admin-form.ts'
import { useAdminList, useAdminPlace } from '../use-admin-place.ts'
import { CustodianDialog } from './custodian-dialog.tsx'
import { type Custodian, custodiansPageQuery, removeCustodian } from './use-custodians.ts'

const forms = ['edit', 'delete'] as const
/** The server lists them by name, and nothing else. */
const noOrders: readonly never[] = []

/** Those who hold the assets. 'Manual' stands for none of them and stays as it is. */
export function CustodiansTab() {
  const text = useText()
  const words = useWords()
  const { openForm } = useAdminPlace()
  const { query, pagingOf } = useAdminList(noOrders)
  const custodians = useQuery(custodiansPageQuery({ limit: query.limit, offset: query.offset }))
  const rows = custodians.data?.data
  const { shown, frame } = useAdminForm(rows, forms, byOwnId)
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
          rowKey={byOwnId}
          phoneRow={custodian => ({
            title: custodian.name,
            note: custodian.country === null ? '' : words.country(custodian.country),
            value: text('accounts_of', { count: custodian.accounts_count }),
          })}
          onOpen={({ id }) => id !== manualCustodian && openForm('edit', id)}
          error={custodians.error}
          onRetry={() => void custodians.refetch()}
          empty={<NothingListed action={create} />}
          isFilling
          {...pagingOf(custodians.data?.count)}
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
  const words = useWords()
  const { openForm } = useAdminPlace()
  return useMemo(
    () => [
      {
        id: 'name',
        header: text('custodian'),
        cell: ({ name }) => <span className={styles.strong}>{name}</span>,
      },
      {
        id: 'id',
        header: text('custodian_id'),
        cell: ({ id }) => <span className={styles.quiet}>{id}</span>,
      },
      {
        id: 'country',
        header: text('country'),
        cell: ({ country }) => (country === null ? '–' : words.country(country)),
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
    [text, format, words, openForm],
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
