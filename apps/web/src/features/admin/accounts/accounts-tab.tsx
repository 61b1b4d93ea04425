import type { Account } from '@plumbline/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useText } from '../../../lib/i18n/i18n.ts'
import { useSettingsData } from '../../../lib/session/user-settings.ts'
import { NewAccountDialog } from '../../../portfolio/accounts/new-account-dialog.tsx'
import { Button } from '../../../ui/display/button.tsx'
import { Table } from '../../../ui/table/table.tsx'
import { AdminList, NothingListed } from '../admin-list.tsx'
import { FilterSelect } from '../filter-select.tsx'
import { rowId, useAdminForm } from '../use-admin-form.ts'
import { useAdminList, useAdminLocation } from '../use-admin-location.ts'
import { accountPhoneRow, useAccountColumns } from './account-columns.tsx'
import { AccountDialog } from './account-dialog.tsx'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'
import { accountOrders, accountsQuery } from './use-accounts.ts'

const forms = ['edit', 'delete'] as const

export function AccountsTab() {
  const text = useText()
  const { settings, lists } = useSettingsData()
  const { fields, updateList, openForm } = useAdminLocation()
  const { query, table, pagingProps } = useAdminList(accountOrders)
  const { family, custodian } = fields
  const body = useMemo(
    () => ({
      settings: { currency: settings.currency },
      filters: custodian === undefined ? {} : { filter_custodian: [custodian] },
      family: family ?? null,
    }),
    [settings.currency, custodian, family],
  )
  const accounts = useQuery(accountsQuery(query, body))
  const rows = accounts.data?.data
  const { shown, frame } = useAdminForm(rows, forms, rowId)
  const columns = useAccountColumns(rows)
  return (
    <>
      <AdminList
        search={text('find')}
        filters={
          <>
            <FilterSelect
              label={text('family')}
              all={text('all_families')}
              options={lists.families.map(({ id, name }) => ({ value: id, label: name }))}
              value={family}
              onChange={chosen => updateList({ family: chosen })}
            />
            <FilterSelect
              label={text('account_custodian')}
              all={text('all_custodians')}
              options={lists.custodians.map(({ id, name }) => ({ value: id, label: name }))}
              value={custodian}
              onChange={chosen => updateList({ custodian: chosen })}
            />
          </>
        }
        actions={
          <Button variant="primary" icon="plus" onClick={() => openForm('new')}>
            {text('new_account')}
          </Button>
        }
      >
        <Table<Account>
          label={text('admin_accounts')}
          columns={columns}
          rows={rows}
          rowKey={rowId}
          phoneRow={account => accountPhoneRow(account, text)}
          onOpen={({ id }) => openForm('edit', id)}
          error={accounts.error}
          onRetry={() => void accounts.refetch()}
          empty={<NothingListed />}
          isFilling
          {...table}
          {...pagingProps(accounts.data?.count)}
        />
      </AdminList>
      {shown?.form === 'new' && <NewAccountDialog frame={frame} isAcrossFamilies />}
      {shown?.form === 'edit' && <AccountDialog key={shown.row.id} account={shown.row} frame={frame} />}
      {shown?.form === 'delete' && (
        <DeleteAccountDialog key={shown.row.id} account={shown.row} frame={frame} />
      )}
    </>
  )
}
