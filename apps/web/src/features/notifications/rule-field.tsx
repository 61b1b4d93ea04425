import type { FormField } from '@plumbline/contract'
import { useText } from '../../lib/i18n/i18n.ts'
import { Icon } from '../../ui/display/icon.tsx'
import { CheckList } from '../../ui/form/check-list.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import fieldStyles from '../../ui/form/field.module.css'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import type { RuleValue } from './rule-values.ts'
import styles from './rules.module.css'

interface RuleFieldProps {
  field: FormField
  value: RuleValue
  onChange: (value: RuleValue) => void
  error: string | undefined
  isInPercent: boolean
}

/** More options are a searchable list, fewer are chips. */
const maxChips = 12

/** Input for a field that the server describes. */
export function RuleField({ field, value, onChange, error, isInPercent }: RuleFieldProps) {
  const text = useText()
  if (field.kind === 'multi_select')
    return (
      <SeveralField
        field={field}
        chosen={Array.isArray(value) ? value : []}
        onChange={onChange}
        error={error}
      />
    )
  const typed = typeof value === 'string' ? value : ''
  if (field.kind === 'select')
    return (
      <Field label={field.label} error={error}>
        <Select
          options={field.options.map(({ id, name }) => ({ value: id, label: name }))}
          value={typed === '' ? null : typed}
          onChange={onChange}
        />
      </Field>
    )
  const help = isInPercent
    ? text('rules_percent')
    : field.kind === 'emails'
      ? text('rules_emails_help')
      : undefined
  return (
    <Field label={field.label} error={error} {...(help !== undefined && { help })}>
      <TextInput
        autoComplete="off"
        inputMode={field.kind === 'number' ? 'decimal' : field.kind === 'emails' ? 'email' : 'text'}
        maxLength={field.kind === 'emails' ? 5000 : 200}
        value={typed}
        onChange={event => onChange(event.target.value)}
      />
    </Field>
  )
}

interface SeveralFieldProps {
  field: FormField
  chosen: string[]
  onChange: (chosen: string[]) => void
  error: string | undefined
}

function SeveralField({ field, chosen, onChange, error }: SeveralFieldProps) {
  const toggle = (id: string) =>
    onChange(chosen.includes(id) ? chosen.filter(other => other !== id) : [...chosen, id])
  if (field.options.length > maxChips)
    return (
      <div className={styles.set}>
        <CheckList
          label={field.label}
          options={field.options.map(({ id, name }) => ({ value: id, label: name }))}
          chosen={chosen}
          onChange={onChange}
          error={error}
        />
      </div>
    )
  const isChannelField = field.name === 'actions'
  return (
    <fieldset className={styles.set}>
      <legend>{field.label}</legend>
      <div className={styles.chips} data-tight={isChannelField ? undefined : ''}>
        {field.options.map(({ id, name }) =>
          isChannelField ? (
            <Checkbox key={id} label={name} checked={chosen.includes(id)} onChange={() => toggle(id)} />
          ) : (
            <button
              key={id}
              type="button"
              className={styles.chip}
              aria-pressed={chosen.includes(id)}
              onClick={() => toggle(id)}
            >
              {name}
              {chosen.includes(id) && <Icon name="close" size={12} />}
            </button>
          ),
        )}
      </div>
      {error !== undefined && (
        <p className={fieldStyles.error} role="alert">
          <Icon name="alert" size={14} />
          {error}
        </p>
      )}
    </fieldset>
  )
}
