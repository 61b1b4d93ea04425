import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useFamilyId, useFamilyName } from '../../filter/family/use-family.ts'
import { useFormCall } from '../../lib/api/form-call.ts'
import { fieldErrorText } from '../../lib/api/form-errors.ts'
import type { ModalOf } from '../../lib/browser/modals.ts'
import { showSaved } from '../../lib/browser/toasts.ts'
import type { NumberLocale } from '../../lib/format/format.ts'
import { useNumberLocale } from '../../lib/format/number-locale.ts'
import { typedNumber } from '../../lib/format/parse-number.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useHasRole, useSettingsData } from '../../lib/session/user-settings.ts'
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
import {
  eitherHints,
  entryKinds,
  fieldsFor,
  findProblem,
  isComplete,
  isEitherKind,
  numericFields,
  type TransactionField,
  type TransactionValues,
  transactionBody,
  wireNames,
} from './entry-form.ts'
import { SubjectField } from './subject-field.tsx'
import styles from './transactions.module.css'
import { addTransaction, useLedgerChanged, useVoidTransaction } from './use-transactions.ts'

/** What the place that opens the form knows already. */
type Given = Omit<ModalOf<'transaction'>, 'kind' | 'id'>

/** The form that adds a transaction to a manual account. Its fields follow from the chosen kind. */
export function AddForm({ frame, given }: { frame: DialogFrame; given: Given }) {
  const text = useText()
  const locale = useNumberLocale()
  const changed = useLedgerChanged()
  const undo = useVoidTransaction()
  const accounts = useEnterableAccounts(given.account)
  const [isAnother, setIsAnother] = useState(false)
  const familyName = useFamilyName()
  const isOneFamily = new Set(accounts.map(({ family }) => family)).size === 1
  // Which of several families is meant is for the user to say.
  const first = accounts.find(({ id }) => id === given.account) ?? (isOneFamily ? accounts[0] : undefined)
  const form = useForm<TransactionValues>({
    defaultValues: {
      ...emptyValues,
      account: first?.id ?? '',
      currency: given.currency ?? first?.currency ?? '',
      ...givenValues(given, locale),
    },
    mode: 'onTouched',
  })
  const { register, watch, setValue, formState } = form
  const values = watch()
  const { kind } = values
  const asked = fieldsFor(values)
  const saving = useFormCall(form, {
    send: sent => addTransaction(transactionBody(sent, locale)),
    fields: ['account', 'date', ...asked],
    wireNames,
    onSuccess: ({ id, revision }, sent) => {
      changed()
      const reason = text('question_undone')
      showSaved(text('transaction_added'), () => undo.mutate({ id, revision, reason }))
      if (isAnother)
        form.reset({ ...emptyValues, account: sent.account, currency: sent.currency, date: sent.date, kind })
      else frame.onClose()
    },
  })
  const account = accounts.find(({ id }) => id === values.account)
  const rule = (field: TransactionField) => ({
    validate: (value: string) => findProblem(form.getValues(), field, value, locale),
  })
  // Choices are made without an input of the form, so their rules are registered here.
  for (const field of chosenFields) register(field, rule(field))
  const choose = (field: TransactionField, value: string) =>
    setValue(field, value, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  const helpFor = (field: (typeof numericFields)[number]) => {
    if (kind === 'redemption' && field === 'amount') return text('entry_redeemed')
    return kind === 'staking_reward' && field === 'price' ? text('entry_market_value') : undefined
  }
  const labelFor = (field: (typeof numericFields)[number]) => {
    if (field === 'amount' && kind === 'conversion') return text('entry_give')
    if (field === 'counterAmount') return text('entry_get')
    // The other forms of the field stand beside a choice of currency.
    return field === 'price' && values.subject !== ''
      ? text('entry_price_in', { currency: values.currency })
      : text(`entry_${field}`)
  }
  return (
    <FormDialog
      {...frame}
      title={text('entry_add')}
      submitLabel={text('entry_add_short')}
      isBusy={saving.isBusy}
      error={saving.error}
      isEdited={formState.isDirty}
      isDisabled={accounts.length === 0}
      onSubmit={event => void saving.submit(event)}
      footerStart={
        <Checkbox
          label={text('entry_another')}
          checked={isAnother}
          onChange={event => setIsAnother(event.target.checked)}
        />
      }
    >
      <div className={classNames(fieldStyles.pair, styles.form)}>
        {accounts.length === 0 && <Note tone="accent">{text('entry_no_account')}</Note>}
        <div className={styles.wide}>
          <span className={styles.label}>{text('entry_kind')}</span>
          <div className={styles.kinds}>
            <Segmented
              label={text('entry_kind')}
              segments={entryKinds.map(value => ({ value, label: text(`entry_kind_${value}`) }))}
              value={kind}
              onChange={next => setValue('kind', next, { shouldDirty: true })}
            />
          </div>
        </div>
        <Field label={text('entry_account')} error={fieldErrorText(formState.errors.account, text)}>
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
              setValue('subjectType', '')
              choose('counterAccount', '')
            }}
          />
        </Field>
        <Field label={text('entry_date')} error={fieldErrorText(formState.errors.date, text)}>
          <DateInput {...register('date', rule('date'))} />
        </Field>
        {asked.includes('subject') && (
          <div className={styles.wide}>
            <SubjectField
              account={values.account}
              canBeNew={kind === 'buy' || kind === 'staking_reward'}
              value={values.subject}
              help={isEitherKind(kind) ? text(eitherHints[kind]) : undefined}
              error={fieldErrorText(formState.errors.subject, text)}
              onChange={(subject, chosen) => {
                choose('subject', subject)
                setValue('subjectType', chosen?.type ?? '')
                if (chosen) choose('currency', chosen.currency)
              }}
            />
          </div>
        )}
        {asked.includes('counterAccount') && (
          <Field
            label={text('entry_to_account')}
            error={fieldErrorText(formState.errors.counterAccount, text)}
          >
            <Select
              options={accounts
                .filter(({ id, family }) => id !== values.account && family === account?.family)
                .map(({ id, name }) => ({ value: id, label: name }))}
              value={values.counterAccount || null}
              onChange={id => choose('counterAccount', id)}
            />
          </Field>
        )}
        {numericFields
          .filter(field => asked.includes(field))
          .map(field => (
            <Field
              key={`${kind} ${field}`}
              label={labelFor(field)}
              help={helpFor(field)}
              error={fieldErrorText(formState.errors[field], text)}
            >
              <TextInput inputMode="decimal" autoComplete="off" {...register(field, rule(field))} />
            </Field>
          ))}
        {(['currency', 'counterCurrency'] as const)
          .filter(field => asked.includes(field))
          .map(field => (
            <CurrencyChoice
              key={field}
              label={text(field === 'currency' ? 'currency' : 'entry_get_currency')}
              value={values[field]}
              error={fieldErrorText(formState.errors[field], text)}
              onChange={code => choose(field, code)}
            />
          ))}
        <div className={styles.wide}>
          <Field label={text('entry_note')}>
            <TextInput autoComplete="off" maxLength={5000} {...register('note')} />
          </Field>
        </div>
        <div className={styles.wide}>
          <EffectStrip body={isComplete(values, locale) ? { add: transactionBody(values, locale) } : null} />
        </div>
      </div>
    </FormDialog>
  )
}

const chosenFields = [
  'account',
  'subject',
  'counterAccount',
  'currency',
  'counterCurrency',
] as const satisfies readonly TransactionField[]

const emptyValues: TransactionValues = {
  kind: 'deposit',
  account: '',
  date: '',
  subject: '',
  subjectType: '',
  quantity: '',
  price: '',
  accrued: '',
  ratio: '',
  amount: '',
  currency: '',
  fees: '',
  taxes: '',
  counterAccount: '',
  counterCurrency: '',
  counterAmount: '',
  note: '',
}

/** The values of the form that the address gives. It is untrusted: what is no number is left empty. */
function givenValues(given: Given, locale: NumberLocale): Partial<TransactionValues> {
  const typed = (written: string | undefined) => {
    const value = Number(written)
    return written && Number.isFinite(value) ? typedNumber(value, locale) : ''
  }
  const { type } = given
  if (type !== 'buy' && type !== 'sell')
    return { amount: Number(given.amount) > 0 ? typed(given.amount) : '' }
  return {
    kind: type,
    date: given.date ?? '',
    subject: given.position === undefined ? '' : `position:${given.position}`,
    quantity: typed(given.quantity),
    price: typed(given.price),
  }
}

/** Manual accounts of the families in view; administrators may enter transactions in any account. */
function useEnterableAccounts(given: string | undefined) {
  const { lists } = useSettingsData()
  const isAdmin = useHasRole('admin')
  const inView = useFamilyId()
  const isInView = ({ id, family }: { id: string; family: string }) =>
    inView === undefined || family === inView || id === given
  return (lists.accounts ?? []).filter(account => (account.is_manual || isAdmin) && isInView(account))
}

interface CurrencyChoiceProps {
  label: string
  value: string
  error: string | undefined
  onChange: (code: string) => void
}

function CurrencyChoice({ label, value, error, onChange }: CurrencyChoiceProps) {
  const { lists } = useSettingsData()
  return (
    <Field label={label} error={error}>
      <Combobox
        options={lists.currencies.map(({ code, name }) => ({
          value: code as string,
          label: code,
          note: name,
        }))}
        value={value || null}
        onChange={code => onChange(code ?? '')}
      />
    </Field>
  )
}
