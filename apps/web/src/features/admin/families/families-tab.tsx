import type { Family } from '@plumbline/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { Money } from '../../../portfolio/cells.tsx'
import { Button } from '../../../ui/display/button.tsx'
import { Tag } from '../../../ui/display/tag.tsx'
import { Table } from '../../../ui/table/table.tsx'
import type { Column } from '../../../ui/table/table-props.ts'
import styles from '../admin-list.module.css'
import { AdminList, NothingListed } from '../admin-list.tsx'
import { RowActions } from '../row-actions.tsx'
import { rowId, useAdminForm } from '../use-admin-form.ts'
import { useAdminList, useAdminLocation } from '../use-admin-location.ts'
import { DeleteFamilyDialog } from './delete-family-dialog.tsx'
import { FamilyDialog } from './family-dialog.tsx'
import { familiesQuery, familyOrders } from './use-families.ts'

const forms = ['edit', 'delete'] as const

export function FamiliesTab() {
  const text = useText()
  const { openForm } = useAdminLocation()
  const { query, table, pagingProps } = useAdminList(familyOrders)
  const families = useQuery(familiesQuery(query))
  const rows = families.data?.data
  const { shown, frame } = useAdminForm(rows, forms, rowId)
  const columns = useFamilyColumns(rows)
  const create = (
    <Button variant="primary" icon="plus" onClick={() => openForm('new')}>
      {text('new_family')}
    </Button>
  )
  return (
    <>
      <AdminList search={text('find')} actions={create}>
        <Table<Family>
          label={text('admin_families')}
          columns={columns}
          rows={rows}
          rowKey={rowId}
          phoneRow={family => ({
            title: family.name,
            note: text('accounts_of', { count: family.accounts_count }),
            value:
              family.value === null ? (
                family.currency
              ) : (
                <Money value={family.value} flags={family.flags} unit={family.currency} />
              ),
            change: family.is_mfa_required && text('two_factor'),
          })}
          onOpen={({ id }) => openForm('edit', id)}
          error={families.error}
          onRetry={() => void families.refetch()}
          empty={<NothingListed action={create} />}
          isFilling
          {...table}
          {...pagingProps(families.data?.count)}
        />
      </AdminList>
      {shown?.form === 'new' && <FamilyDialog family={null} frame={frame} />}
      {shown?.form === 'edit' && <FamilyDialog key={shown.row.id} family={shown.row} frame={frame} />}
      {shown?.form === 'delete' && <DeleteFamilyDialog key={shown.row.id} family={shown.row} frame={frame} />}
    </>
  )
}

function useFamilyColumns(rows: readonly Family[] | undefined): Column<Family>[] {
  const text = useText()
  const format = useFormat()
  const { openForm } = useAdminLocation()
  const hasValues = rows?.some(({ value }) => value !== null) ?? false
  return useMemo(() => {
    const columns: (Column<Family> | false)[] = [
      {
        id: 'name',
        header: text('family'),
        isSortable: true,
        cell: ({ name }) => (
          <span className={styles.strong} title={name}>
            {name}
          </span>
        ),
      },
      {
        id: 'accounts_count',
        header: text('admin_accounts'),
        align: 'end',
        isSortable: true,
        cell: ({ accounts_count: count }) => format.count(count),
      },
      {
        id: 'users_count',
        header: text('admin_users'),
        align: 'end',
        isSortable: true,
        cell: ({ users_count: count }) => format.count(count),
      },
      {
        id: 'advisers',
        header: text('family_advisers'),
        cell: ({ advisers }) => (
          <span className={styles.quiet}>{advisers.map(({ name }) => name).join(', ') || '–'}</span>
        ),
      },
      { id: 'mfa', header: text('two_factor'), cell: family => <TwoFactorRule family={family} /> },
      hasValues && {
        id: 'value',
        header: text('nav'),
        align: 'end',
        isSortable: true,
        cell: ({ value, flags }) => <Money value={value} flags={flags} />,
      },
      { id: 'currency', header: text('currency'), isSortable: true, cell: family => family.currency },
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
  }, [text, format, hasValues, openForm])
}

function TwoFactorRule({ family }: { family: Family }) {
  const text = useText()
  return family.is_mfa_required ? (
    <Tag tone="accent">{text('required')}</Tag>
  ) : (
    <span className={styles.quiet}>{text('optional')}</span>
  )
}
