import type { UserSettings } from '@plumbline/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CurrencyField } from '../../filter/currency-field.tsx'
import { useText } from '../../lib/i18n/i18n.ts'
import { useHasRole, useSettingsData } from '../../lib/session/user-settings.ts'
import { Note } from '../../ui/display/note.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { FormDialog } from '../../ui/overlay/form-dialog.tsx'
import styles from './imports.module.css'
import { type ImportFile, importQuery, useChangeFile, usePlaceFiles } from './use-imports.ts'

const opened = 'opened'
const another = 'another'

/** The accounts of the import's family that accept files: manual ones, or all for administrators. */
function useAccounts(importId: string) {
  const { lists } = useSettingsData()
  const family = useQuery(importQuery(importId)).data?.family.id
  const isAdmin = useHasRole('admin')
  return (lists.accounts ?? []).filter(account => (account.is_manual || isAdmin) && account.family === family)
}

/** Gives all files without an account the same one: trade notes come by the dozen. */
export function SharedAccountSelect({ importId, files }: { importId: string; files: readonly ImportFile[] }) {
  const text = useText()
  const accounts = useAccounts(importId)
  const place = usePlaceFiles(importId)
  const [isOpening, setIsOpening] = useState(false)
  const waiting = files.filter(({ state }) => state === 'needs_account')
  const [first] = waiting
  if (first === undefined || waiting.length < 2) return null
  const ids = waiting.map(({ id }) => id)
  return (
    <div className={styles.shared}>
      <Select
        label={text('imports_account_of_all', { count: waiting.length })}
        placeholder={text('imports_account_of_all', { count: waiting.length })}
        options={[
          ...accounts.map(({ id, name, currency }) => ({ value: id, label: name, note: currency })),
          { value: another, label: text('imports_new_account') },
        ]}
        value={null}
        isDisabled={place.isPending}
        onChange={account =>
          account === another ? setIsOpening(true) : place.mutate({ ids, change: { account } })
        }
      />
      {isOpening && (
        <NewAccount
          file={first}
          isBusy={place.isPending}
          onClose={() => setIsOpening(false)}
          onTake={new_account =>
            place.mutate(
              { ids, change: { account: null, new_account } },
              { onSuccess: () => setIsOpening(false) },
            )
          }
        />
      )}
    </div>
  )
}

interface AccountSelectProps {
  importId: string
  file: ImportFile
  isLarge?: boolean
}

/** Selects the target account of a file: an existing one, or one created with the import. */
export function AccountSelect({ importId, file, isLarge = false }: AccountSelectProps) {
  const text = useText()
  const accounts = useAccounts(importId)
  const change = useChangeFile(importId)
  const [isOpening, setIsOpening] = useState(false)
  const { new_account: named, account } = file
  const isListed = account === null || accounts.some(({ id }) => id === account.id)
  const options = [
    ...(account !== null && !isListed ? [{ value: account.id, label: account.name }] : []),
    ...accounts.map(({ id, name, currency }) => ({ value: id, label: name, note: currency })),
    ...(named ? [{ value: opened, label: text('imports_new_account_named', { name: named.name }) }] : []),
    { value: another, label: text('imports_new_account') },
  ]
  const choose = (value: string) => {
    if (value === another) setIsOpening(true)
    else if (value !== opened) change.mutate({ id: file.id, change: { account: value } })
  }
  return (
    <span className={styles.account}>
      <Select
        size={isLarge ? 'large' : 'small'}
        label={text('imports_account_of', { name: file.name })}
        placeholder={text('imports_choose_account')}
        options={options}
        value={account?.id ?? (named ? opened : null)}
        onChange={choose}
      />
      {named && <small>{text('imports_new_account_note', { currency: named.currency })}</small>}
      {isOpening && (
        <NewAccount
          file={file}
          isBusy={change.isPending}
          onClose={() => setIsOpening(false)}
          onTake={new_account =>
            change.mutate(
              { id: file.id, change: { account: null, new_account } },
              { onSuccess: () => setIsOpening(false) },
            )
          }
        />
      )}
    </span>
  )
}

interface NewAccountProps {
  file: ImportFile
  isBusy: boolean
  onClose: () => void
  onTake: (account: { name: string; currency: UserSettings['currency'] }) => void
}

function NewAccount({ file, isBusy, onClose, onTake }: NewAccountProps) {
  const text = useText()
  const { settings, lists } = useSettingsData()
  // The currency that the file states is likelier than the reporting currency.
  const stated = file.columns.find(({ meaning }) => meaning === 'currency')?.sample
  const known = lists.currencies.find(({ code }) => code === stated)?.code
  const [name, setName] = useState(file.new_account?.name ?? file.preset ?? file.name.replace(/\.\w+$/, ''))
  const [currency, setCurrency] = useState(file.new_account?.currency ?? known ?? settings.currency)
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={text('imports_new_account_title')}
      submitLabel={text('imports_new_account_take')}
      isBusy={isBusy}
      isDisabled={name.trim() === ''}
      onSubmit={() => onTake({ name: name.trim(), currency })}
    >
      <Field label={text('name')}>
        <TextInput
          autoComplete="off"
          maxLength={200}
          value={name}
          onChange={event => setName(event.target.value)}
        />
      </Field>
      <CurrencyField value={currency} onChange={setCurrency} />
      <Note>{text('imports_new_account_help')}</Note>
    </FormDialog>
  )
}
