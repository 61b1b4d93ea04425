import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { CurrencyField } from '../../filter/currency-field.tsx'
import { useText } from '../../lib/i18n/i18n.ts'
import { useHasRole, useSettingsData } from '../../lib/session/user-settings.ts'
import { Button } from '../../ui/display/button.tsx'
import { Note } from '../../ui/display/note.tsx'
import { Field, FieldPair } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { FormDialog } from '../../ui/overlay/form-dialog.tsx'
import styles from './imports.module.css'
import {
  type FileChange,
  type ImportFile,
  importQuery,
  useChangeFile,
  useOpenSuggested,
  usePlaceFiles,
} from './use-imports.ts'

type NewAccountBody = NonNullable<FileChange['new_account']>

const another = 'another'
/** Marks accounts that the import opens; they have no id yet. */
const opening = 'new '

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
  const isAdmin = useHasRole('admin')
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
          { value: another, label: text(isAdmin ? 'imports_new_any_account' : 'imports_new_account') },
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

/** Opens the account that each file seems to be of, in one click. */
export function OpenSuggestedAccounts({
  importId,
  files,
}: {
  importId: string
  files: readonly ImportFile[]
}) {
  const text = useText()
  const isAdmin = useHasRole('admin')
  const open = useOpenSuggested(importId)
  const waiting = files.flatMap(({ id, account, new_account, suggested_account: suggested }) => {
    if (account !== null || new_account !== null || suggested === null) return []
    return [{ id, account: isAdmin ? suggested : { ...suggested, custodian: null, number: null } }]
  })
  const names = new Set(waiting.map(({ account }) => account.name.toLowerCase()))
  if (waiting.length === 0) return null
  return (
    <Button icon="plus" isBusy={open.isPending} onClick={() => open.mutate(waiting)}>
      {text('imports_open_accounts', { count: names.size })}
    </Button>
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
  const isAdmin = useHasRole('admin')
  const [isOpening, setIsOpening] = useState(false)
  const { new_account: named, account } = file
  const planned = useQuery(importQuery(importId)).data?.new_accounts ?? []
  const isListed = account === null || accounts.some(({ id }) => id === account.id)
  const options = [
    ...(account !== null && !isListed ? [{ value: account.id, label: account.name }] : []),
    ...accounts.map(({ id, name, currency }) => ({ value: id, label: name, note: currency })),
    ...planned.map(({ name, currency }) => ({
      value: `${opening}${name}`,
      label: text('imports_new_account_named', { name }),
      note: currency,
    })),
    { value: another, label: text(isAdmin ? 'imports_new_any_account' : 'imports_new_account') },
  ]
  const choose = (value: string) => {
    if (value === another) return setIsOpening(true)
    const new_account = planned.find(({ name }) => value === `${opening}${name}`)
    change.mutate({
      id: file.id,
      change: new_account ? { account: null, new_account } : { account: value },
    })
  }
  return (
    <span className={styles.account}>
      <Select
        size={isLarge ? 'large' : 'small'}
        label={text('imports_account_of', { name: file.name })}
        placeholder={text('imports_choose_account')}
        options={options}
        value={account?.id ?? (named ? `${opening}${named.name}` : null)}
        onChange={choose}
      />
      {named && (
        <small>
          {named.custodian === null
            ? text('imports_new_account_note', { currency: named.currency })
            : text('imports_new_account_at', { custodian: named.custodian, currency: named.currency })}
        </small>
      )}
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
  onTake: (account: NewAccountBody) => void
}

/** A manual account, or for administrators one at a custodian, with what the file says about it. */
function NewAccount({ file, isBusy, onClose, onTake }: NewAccountProps) {
  const text = useText()
  const { settings, lists } = useSettingsData()
  const isAdmin = useHasRole('admin')
  const listId = useId()
  const first = file.new_account ?? file.suggested_account
  const stated = {
    name: first?.name ?? '',
    currency: first?.currency ?? settings.currency,
    custodian: (isAdmin && first?.custodian) || '',
    number: (isAdmin && first?.number) || '',
  }
  const [name, setName] = useState(stated.name)
  const [currency, setCurrency] = useState(stated.currency)
  const [custodian, setCustodian] = useState(stated.custodian)
  const [number, setNumber] = useState(stated.number)
  const isEdited =
    name !== stated.name ||
    currency !== stated.currency ||
    custodian !== stated.custodian ||
    number !== stated.number
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={text(isAdmin ? 'new_account' : 'imports_new_account_title')}
      submitLabel={text('imports_new_account_take')}
      isBusy={isBusy}
      isEdited={isEdited}
      isDisabled={name.trim() === ''}
      onSubmit={() =>
        onTake({
          name: name.trim(),
          currency,
          custodian: custodian.trim() || null,
          number: (custodian.trim() !== '' && number.trim()) || null,
        })
      }
    >
      <Field label={text('name')}>
        <TextInput
          autoComplete="off"
          maxLength={200}
          value={name}
          onChange={event => setName(event.target.value)}
        />
      </Field>
      {isAdmin && (
        <FieldPair>
          <Field label={text('account_custodian')} help={text('imports_new_account_empty')}>
            <TextInput
              autoComplete="off"
              maxLength={200}
              list={listId}
              value={custodian}
              onChange={event => setCustodian(event.target.value)}
            />
          </Field>
          <Field label={text('account_number')}>
            <TextInput
              autoComplete="off"
              maxLength={200}
              disabled={custodian.trim() === ''}
              value={number}
              onChange={event => setNumber(event.target.value)}
            />
          </Field>
          <datalist id={listId}>
            {lists.custodians.map(({ id, name: known }) => (
              <option key={id} value={known} />
            ))}
          </datalist>
        </FieldPair>
      )}
      <CurrencyField value={currency} onChange={setCurrency} />
      <Note>{text('imports_new_account_help')}</Note>
    </FormDialog>
  )
}
