import type { ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { fieldErrorText } from '../../lib/api/form-errors.ts'
import { useModal } from '../../lib/browser/modals.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useSettingsData } from '../../lib/session/user-settings.ts'
import { useDisplayNames } from '../../portfolio/display-names.ts'
import { DateInput } from '../../ui/calendar/date-input.tsx'
import { Button } from '../../ui/display/button.tsx'
import { Note } from '../../ui/display/note.tsx'
import { Combobox } from '../../ui/form/combobox.tsx'
import fieldStyles from '../../ui/form/field.module.css'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextArea, TextInput } from '../../ui/form/text-input.tsx'
import type { AssetAccount, AssetForm } from './asset-types.ts'
import type { AssetValues } from './asset-values.ts'
import styles from './manual-assets.module.css'

type FormField = AssetForm['fields'][number]

interface GeneralTabProps {
  form: UseFormReturn<AssetValues>
  forms: readonly AssetForm[]
  fields: readonly FormField[]
  accounts: readonly AssetAccount[]
  isNew: boolean
  /** The fields of the first entry of a new asset. */
  first: ReactNode
}

/** The fields of the type. Type and account of an existing asset cannot be changed. */
export function GeneralTab({ form, forms, fields, accounts, isNew, first }: GeneralTabProps) {
  const text = useText()
  const names = useDisplayNames()
  const { open } = useModal()
  const { watch, setValue } = form
  const hasAccount = fields.some(({ name, options }) => name === 'account' && options.length > 0)
  const show = (field: FormField) => (
    <div
      key={field.name}
      className={field.kind === 'long_text' || field.name === 'name' ? styles.wide : undefined}
    >
      <FormFieldInput
        form={form}
        field={field}
        accounts={accounts}
        isFixed={!isNew && field.name === 'account'}
      />
    </div>
  )
  // What a new asset needs comes before what describes it.
  const isMain = ({ name, is_required: isRequired }: FormField) => isRequired || name === 'currency'
  const main = first ? fields.filter(isMain) : fields
  const details = first ? fields.filter(field => !isMain(field)) : []
  return (
    <div className={fieldStyles.pair}>
      <Field label={text('assets_type')}>
        <Select
          options={forms.map(({ id, name }) => ({ value: id as string, label: names.type(id, name) }))}
          value={watch('type')}
          onChange={type => setValue('type', type, { shouldDirty: true })}
          isDisabled={!isNew}
        />
      </Field>
      {!hasAccount && (
        <Note tone="accent">
          {text('assets_no_account')}{' '}
          <Button size="small" onClick={() => void open({ kind: 'new-account' })}>
            {text('assets_open_account')}
          </Button>
        </Note>
      )}
      {main.map(show)}
      {first && <div className={styles.wide}>{first}</div>}
      {details.map(show)}
    </div>
  )
}

interface FormFieldProps {
  form: UseFormReturn<AssetValues>
  field: FormField
  accounts: readonly AssetAccount[]
  isFixed: boolean
}

function FormFieldInput({ form, field, accounts, isFixed }: FormFieldProps) {
  const text = useText()
  const { register, formState } = form
  const { name, kind } = field
  return (
    <Field label={fieldLabel(field, text)} error={fieldErrorText(formState.errors[name] as never, text)}>
      {kind === 'long_text' ? (
        <TextArea rows={3} maxLength={5000} {...register(name)} />
      ) : chosen.has(kind) ? (
        <Choice {...{ form, field, accounts, isFixed }} />
      ) : kind === 'date' ? (
        <DateInput {...register(name)} />
      ) : (
        <TextInput
          autoComplete="off"
          {...(['number', 'percent', 'year'].includes(kind) && { inputMode: 'decimal' as const })}
          {...register(name)}
        />
      )}
    </Field>
  )
}

const chosen: ReadonlySet<FormField['kind']> = new Set(['select', 'account', 'country', 'currency'])

function fieldLabel({ name, label, kind }: FormField, text: ReturnType<typeof useText>): string {
  // The server's labels are in the language of the settings, which may differ from the page's.
  const own = text(`asset_field_${name}` as 'asset_field_name')
  const known = own.startsWith('_') ? label : own
  return kind === 'percent' ? `${known}, %` : known
}

function Choice({ form, field, accounts, isFixed }: FormFieldProps) {
  const { register, watch, setValue } = form
  const options = useOptions(field)
  // Registered for validation only; the control below is controlled.
  register(field.name)
  const choose = (value: string | null) => {
    if (field.name === 'account') followCurrency(form, accounts, value)
    setValue(field.name, value ?? '', { shouldDirty: true, shouldValidate: true })
  }
  const value = watch(field.name) || null
  if (options.length > 12 || !field.is_required) {
    return <Combobox options={options} value={value} onChange={choose} isDisabled={isFixed} />
  }
  return <Select options={options} value={value} onChange={choose} isDisabled={isFixed} />
}

/** The currency follows the account, unless the person chose another one. */
function followCurrency(
  { getValues, setValue }: UseFormReturn<AssetValues>,
  accounts: readonly AssetAccount[],
  chosen: string | null,
): void {
  const currency = (id: string | null | undefined) => accounts.find(account => account.id === id)?.currency
  const { account, currency: typed } = getValues()
  const next = currency(chosen)
  if (next === undefined || (typed && typed !== currency(account))) return
  setValue('currency', next, { shouldDirty: true, shouldValidate: true })
}

function useOptions({ kind, name, options }: FormField): { value: string; label: string; note?: string }[] {
  const text = useText()
  const names = useDisplayNames()
  const { lists } = useSettingsData()
  if (kind === 'currency')
    return lists.currencies.map(({ code }) => ({ value: code, label: code, note: names.currency(code) }))
  if (kind === 'country')
    return lists.countries.map(({ code }) => ({ value: code as string, label: names.country(code) }))
  if (name === 'sector')
    return options.map(({ id, name: label }) => ({ value: id, label: names.sector(id, label) }))
  return options.map(({ id, name: label }) => {
    const lists: Record<string, string> = {
      side: 'loan_side',
      repayment: 'repayment',
      payments_per_year: 'payments_per_year',
    }
    const key = lists[name]
    const own = key === undefined ? '_' : text(`${key}_${id}` as 'loan_side_lent')
    return { value: id, label: own.startsWith('_') ? label : own }
  })
}
