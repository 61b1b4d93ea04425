import { contract } from 'virtual:contract'
import type { Account } from '@plumbline/contract'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFilter } from '../../filter/use-filter.ts'
import { call } from '../../lib/api/api.ts'
import { useModal } from '../../lib/browser/modals.ts'
import { showToast } from '../../lib/browser/toasts.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { QuerySection } from '../../portfolio/query-section.tsx'
import { Button } from '../../ui/display/button.tsx'
import { IconButton } from '../../ui/display/icon-button.tsx'
import { Note } from '../../ui/display/note.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { useDelayedUnmount } from '../../ui/overlay/use-delayed-unmount.ts'
import styles from './manual-assets.module.css'
import { useLedgerChanged } from './use-manual-assets.ts'

const maxRows = 1000

function accountsQuery(family: string | null | undefined) {
  const body = { settings: {}, filters: {}, ...(family !== undefined && { family }) }
  return queryOptions({
    queryKey: ['assets', 'accounts', body],
    queryFn: async ({ signal }) => {
      const page = await call(contract.accounts.list, { query: { limit: maxRows }, body, signal })
      return page.data.filter(account => account.is_manual)
    },
  })
}

/** Manual accounts, which users open, rename and close themselves. */
export function ManualAccounts({ onOpen }: { onOpen: () => void }) {
  const text = useText()
  const { filter } = useFilter()
  const query = useQuery(accountsQuery(filter.family))
  const [asked, setAsked] = useState<Account | null>(null)
  return (
    <div className={styles.panel}>
      <div className={styles.bar}>
        <h3>{text('assets_accounts')}</h3>
        <Button variant="primary" size="small" icon="plus" onClick={onOpen}>
          {text('assets_open_account')}
        </Button>
      </div>
      <QuerySection query={query} skeleton={<SkeletonRows rows={3} />}>
        {accounts => (
          <ul className={styles.accounts}>
            {accounts.map(account => (
              <AccountLine
                key={`${account.id} ${account.name}`}
                account={account}
                onClose={() => setAsked(account)}
              />
            ))}
          </ul>
        )}
      </QuerySection>
      <Note>{text('assets_accounts_note')}</Note>
      <CloseAccount account={asked} onClose={() => setAsked(null)} />
    </div>
  )
}

function AccountLine({ account, onClose }: { account: Account; onClose: () => void }) {
  const text = useText()
  const format = useFormat()
  const changed = useLedgerChanged()
  const { open } = useModal()
  const [name, setName] = useState(account.name)
  const rename = useMutation({
    mutationFn: () =>
      call(contract.accounts.change, { params: { id: account.id }, body: { name: name.trim() } }),
    onSuccess: () => {
      showToast(text('assets_account_renamed'), 'success')
      changed()
    },
  })
  const isChanged = name.trim() !== '' && name.trim() !== account.name
  return (
    <li className={styles.account}>
      <Field
        isLabelHidden
        label={text('assets_account_name', { name: account.name })}
        help={[
          account.currency,
          text('assets_account_transactions', { count: format.count(account.transactions_count) }),
        ].join(' · ')}
      >
        <TextInput value={name} maxLength={200} onChange={event => setName(event.target.value)} />
      </Field>
      <Button disabled={!isChanged} isBusy={rename.isPending} onClick={() => rename.mutate()}>
        {text('assets_account_rename')}
      </Button>
      <IconButton
        icon="up"
        label={text('imports_into', { name: account.name })}
        onClick={() => void open({ kind: 'import', account: account.id })}
      />
      <IconButton
        icon="trash"
        label={text('assets_account_close', { name: account.name })}
        onClick={onClose}
      />
    </li>
  )
}

/** Closing an account erases its transactions, so its name must be typed. */
function CloseAccount({ account, onClose }: { account: Account | null; onClose: () => void }) {
  const text = useText()
  const format = useFormat()
  const changed = useLedgerChanged()
  const { shown, isOpen, onClosed } = useDelayedUnmount(account)
  const close = useMutation({
    mutationFn: ({ id, name }: Account) => call(contract.accounts.remove, { params: { id }, body: { name } }),
    onSuccess: (_, { name }) => {
      showToast(text('assets_account_closed', { name }), 'success')
      changed()
    },
    onSettled: onClose,
  })
  if (!shown) return null
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      onClosed={onClosed}
      title={text('assets_account_close_question', { name: shown.name })}
      confirmLabel={text('assets_account_close_confirm')}
      isBusy={close.isPending}
      nameToType={shown.name}
      onConfirm={() => close.mutate(shown)}
    >
      {text('assets_account_close_note', { count: format.count(shown.transactions_count) })}
    </ConfirmDialog>
  )
}
