import { useFamilyName } from '../../filter/family/use-family.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useSettingsData } from '../../lib/session/user-settings.ts'
import { DateInput } from '../../ui/calendar/date-input.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Note } from '../../ui/display/note.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { Combobox } from '../../ui/form/combobox.tsx'
import fieldStyles from '../../ui/form/field.module.css'
import { Field } from '../../ui/form/field.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import type { DialogFrame } from '../../ui/overlay/dialog.tsx'
import { FormDialog } from '../../ui/overlay/form-dialog.tsx'
import { EffectStrip } from './effect-strip.tsx'
import { eitherHints, entryKinds, isEitherKind, numericFields } from './entry-form.ts'
import { SubjectField } from './subject-field.tsx'
import styles from './transactions.module.css'
import { type Given, type NewTransactionForm, useNewTransaction } from './use-new-transaction.ts'

/** The form that adds a transaction to a manual account. Its fields follow from the chosen kind. */
export function AddForm({ frame, given }: { frame: DialogFrame; given: Given }) {
  const text = useText()
  const form = useNewTransaction(given, frame.onClose)
  const { accounts, asked, saving, enter } = form
  return (
    <FormDialog
      {...frame}
      title={text('entry_add')}
      submitLabel={text('entry_add_short')}
      isBusy={saving.isBusy}
      error={saving.error}
      isEdited={form.isEdited}
      isDisabled={accounts.length === 0}
      onSubmit={event => void saving.submit(event)}
      footerStart={
        <Checkbox
          label={text('entry_another')}
          checked={form.isAnother}
          onChange={event => form.setIsAnother(event.target.checked)}
        />
      }
    >
      <div className={classNames(fieldStyles.pair, styles.form)}>
        {accounts.length === 0 && <Note tone="accent">{text('entry_no_account')}</Note>}
        <KindField form={form} />
        <AccountField form={form} />
        <Field label={text('entry_date')} error={form.findError('date')}>
          <DateInput {...enter('date')} />
        </Field>
        {asked.includes('subject') && <EnteredSubject form={form} />}
        {asked.includes('counterAccount') && <CounterAccountField form={form} />}
        <NumberFields form={form} />
        {asked.includes('currency') && (
          <CurrencyField form={form} field="currency" label={text('currency')} />
        )}
        {asked.includes('counterCurrency') && (
          <CurrencyField form={form} field="counterCurrency" label={text('entry_get_currency')} />
        )}
        <div className={styles.wide}>
          <Field label={text('entry_note')}>
            <TextInput autoComplete="off" maxLength={5000} {...enter('note')} />
          </Field>
        </div>
        <div className={styles.wide}>
          <EffectStrip body={form.body && { add: form.body }} />
        </div>
      </div>
    </FormDialog>
  )
}

interface PartProps {
  form: NewTransactionForm
}

function KindField({ form }: PartProps) {
  const text = useText()
  return (
    <div className={styles.wide}>
      <span className={styles.label}>{text('entry_kind')}</span>
      <div className={styles.kinds}>
        <Segmented
          label={text('entry_kind')}
          segments={entryKinds.map(value => ({ value, label: text(`entry_kind_${value}`) }))}
          value={form.values.kind}
          onChange={form.chooseKind}
        />
      </div>
    </div>
  )
}

function AccountField({ form }: PartProps) {
  const text = useText()
  const familyName = useFamilyName()
  const { accounts, isOneFamily, values, choose } = form
  return (
    <Field label={text('entry_account')} error={form.findError('account')}>
      <Select
        options={accounts.map(({ id, name, currency, family }) => ({
          value: id,
          label: name,
          note: isOneFamily ? currency : (familyName(family) ?? currency),
        }))}
        value={values.account || null}
        onChange={id => {
          choose('account', id)
          choose('currency', accounts.find(one => one.id === id)?.currency ?? values.currency)
          choose('subject', '')
          form.setSubjectType('')
          choose('counterAccount', '')
        }}
      />
    </Field>
  )
}

function EnteredSubject({ form }: PartProps) {
  const text = useText()
  const { account, kind, subject } = form.values
  return (
    <div className={styles.wide}>
      <SubjectField
        account={account}
        canBeNew={kind === 'buy' || kind === 'staking_reward'}
        value={subject}
        help={isEitherKind(kind) ? text(eitherHints[kind]) : undefined}
        error={form.findError('subject')}
        onChange={(chosen, details) => {
          form.choose('subject', chosen)
          form.setSubjectType(details?.type ?? '')
          if (details) form.choose('currency', details.currency)
        }}
      />
    </div>
  )
}

function CounterAccountField({ form }: PartProps) {
  const text = useText()
  const { accounts, account, values } = form
  return (
    <Field label={text('entry_to_account')} error={form.findError('counterAccount')}>
      <Select
        options={accounts
          .filter(({ id, family }) => id !== values.account && family === account?.family)
          .map(({ id, name }) => ({ value: id, label: name }))}
        value={values.counterAccount || null}
        onChange={id => form.choose('counterAccount', id)}
      />
    </Field>
  )
}

function NumberFields({ form }: PartProps) {
  const text = useText()
  const { kind, subject, currency } = form.values
  const helpFor = (field: (typeof numericFields)[number]) => {
    if (kind === 'redemption' && field === 'amount') return text('entry_redeemed')
    return kind === 'staking_reward' && field === 'price' ? text('entry_market_value') : undefined
  }
  const labelFor = (field: (typeof numericFields)[number]) => {
    if (field === 'amount' && kind === 'conversion') return text('entry_give')
    if (field === 'counterAmount') return text('entry_get')
    // The other forms of the field stand beside a choice of currency.
    return field === 'price' && subject !== '' ? text('entry_price_in', { currency }) : text(`entry_${field}`)
  }
  return numericFields
    .filter(field => form.asked.includes(field))
    .map(field => (
      <Field
        key={`${kind} ${field}`}
        label={labelFor(field)}
        help={helpFor(field)}
        error={form.findError(field)}
      >
        <TextInput inputMode="decimal" autoComplete="off" {...form.enter(field)} />
      </Field>
    ))
}

interface CurrencyFieldProps extends PartProps {
  field: 'currency' | 'counterCurrency'
  label: string
}

function CurrencyField({ form, field, label }: CurrencyFieldProps) {
  const { lists } = useSettingsData()
  return (
    <Field label={label} error={form.findError(field)}>
      <Combobox
        options={lists.currencies.map(({ code, name }) => ({
          value: code as string,
          label: code,
          note: name,
        }))}
        value={form.values[field] || null}
        onChange={code => form.choose(field, code ?? '')}
      />
    </Field>
  )
}
