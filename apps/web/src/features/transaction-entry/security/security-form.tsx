import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { wasDeclined } from '../../../lib/api/api-error.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { Button } from '../../../ui/display/button.tsx'
import { Note } from '../../../ui/display/note.tsx'
import { Combobox } from '../../../ui/form/combobox.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Select } from '../../../ui/form/select.tsx'
import type { DialogFrame } from '../../../ui/overlay/dialog.tsx'
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx'
import styles from '../transactions.module.css'
import { catalogueQuery } from '../use-transactions.ts'
import { type NewSecurity, NewSecurityFields } from './new-security-fields.tsx'
import { SecurityEffect } from './security-effect.tsx'
import { type ChosenSecurity, type Recognized, useMoveSecurity, useUndoSecurity } from './use-security.ts'

interface SecurityFormProps {
  id: string
  recognized: Recognized
  frame: DialogFrame
}

type Scope = NonNullable<ChosenSecurity['scope']>
const newSecurity = 'new'

export function SecurityForm({ id, recognized, frame }: SecurityFormProps) {
  const text = useText()
  const { security, stated, counts } = recognized
  // Only a choice beyond one transaction teaches later imports.
  const [scope, setScope] = useState<Scope>(stated === null ? 'transaction' : 'import')
  const [target, setTarget] = useState<string | null>(null)
  const [created, setCreated] = useState<NewSecurity>(() => initialSecurity(recognized))
  const moving = useMoveSecurity(id, frame.onClose)
  const body = buildBody(scope, target, created)
  const scopes: Scope[] = stated === null ? ['transaction'] : ['transaction', 'import', 'all']
  return (
    <FormDialog
      {...frame}
      width={540}
      title={text('security_title')}
      submitLabel={text('security_submit')}
      isBusy={moving.isPending}
      isDisabled={body === null}
      isEdited={target !== null}
      error={wasDeclined(moving.error) ? null : moving.error}
      onSubmit={() => body && moving.mutate(body)}
    >
      <div className={styles.stack}>
        <p>{text('security_note', { name: security.name })}</p>
        {stated && (
          <p className={styles.label}>
            {text('security_stated')}: {describeStated(stated)}
          </p>
        )}
        <LastCorrection recognized={recognized} onUndone={frame.onClose} />
        <Field label={text('security_scope')}>
          <Select
            value={scope}
            onChange={setScope}
            options={scopes.map(each => ({
              value: each,
              label: text(`security_scope_${each}`, { count: counts[each] }),
            }))}
          />
        </Field>
        <TargetField recognized={recognized} name={created.name} value={target} onChange={setTarget} />
        {target === newSecurity && <NewSecurityFields value={created} onChange={setCreated} />}
        <SecurityEffect id={id} body={frame.isOpen ? body : null} />
      </div>
    </FormDialog>
  )
}

/** The security to move to: one of the catalogue, or a new one that is called as in the file. */
function TargetField({
  recognized: { family, security },
  name,
  value,
  onChange,
}: {
  recognized: Recognized
  name: string
  value: string | null
  onChange: (target: string | null) => void
}) {
  const text = useText()
  const [typed, setTyped] = useState('')
  const found = useQuery(catalogueQuery(useDeferredValue(typed.trim()), family))
  const options = [
    { value: newSecurity, label: text('security_new', { name }), note: text('security_new_note') },
    ...(found.data?.data ?? [])
      .filter(each => each.id !== security.id)
      .map(each => ({
        value: each.id,
        label: each.name,
        note: [each.isin ?? each.symbol, each.exchange, each.currency].filter(Boolean).join(' · '),
      })),
  ]
  return (
    <Field label={text('security_target')}>
      <Combobox
        options={options}
        value={value}
        onSearch={setTyped}
        isSearching={found.isFetching}
        placeholder={text('security_find')}
        onChange={onChange}
      />
    </Field>
  )
}

/** Transactions that were moved here can be moved back. */
function LastCorrection({ recognized, onUndone }: { recognized: Recognized; onUndone: () => void }) {
  const text = useText()
  const undo = useUndoSecurity()
  const { correction } = recognized
  if (correction === null) return null
  return (
    <Note>
      {text('security_moved', { name: correction.from, count: correction.transactions_count })}{' '}
      <Button
        size="small"
        icon="undo"
        isBusy={undo.isPending}
        onClick={() => undo.mutate(correction.id, { onSuccess: onUndone })}
      >
        {text('security_undo')}
      </Button>
    </Note>
  )
}

const describeStated = ({ name, isin, symbol, currency, identifiers }: NonNullable<Recognized['stated']>) =>
  [name, isin, symbol, ...identifiers.map(({ value }) => value), currency].filter(Boolean).join(' · ')

/** A new security is called as in the file. What the file does not say is to be entered. */
function initialSecurity({ stated, security }: Recognized): NewSecurity {
  return {
    name: stated?.name ?? stated?.symbol ?? stated?.isin ?? security.name,
    isin: stated?.isin ?? '',
    symbol: stated?.symbol ?? '',
    currency: stated?.currency ?? '',
    instrument_type: 'equity',
  }
}

/** Null until a security is chosen or described. */
function buildBody(scope: Scope, target: string | null, created: NewSecurity): ChosenSecurity | null {
  if (target === null) return null
  if (target !== newSecurity) return { scope, instrument: target }
  const { name, isin, symbol, currency, instrument_type } = created
  if (name.trim() === '' || currency === '') return null
  return {
    scope,
    create: {
      name: name.trim(),
      isin: isin.trim() || null,
      symbol: symbol.trim() || null,
      currency,
      instrument_type,
    },
  }
}
