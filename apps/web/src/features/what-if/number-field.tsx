import { useNumberLocale } from '../../lib/format/number-locale.ts'
import { parseNumber } from '../../lib/format/parse-number.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'

interface NumberFieldProps {
  label: string
  value: string
  onChange: (typed: string) => void
  isRequired?: boolean
  isTried: boolean
  placeholder?: string
}

/** A number as typed. An empty one that is required shows so once the form was sent. */
export function NumberField({
  label,
  value,
  onChange,
  isRequired = false,
  isTried,
  placeholder,
}: NumberFieldProps) {
  const text = useText()
  const parsed = parseNumber(value, useNumberLocale())
  const isWrong = Number.isNaN(parsed ?? 0)
  const isMissing = isRequired && isTried && parsed === null
  const error = isWrong ? text('proposal_not_a_number') : isMissing ? text('field_required') : undefined
  return (
    <Field label={label} error={error}>
      <TextInput
        size="small"
        inputMode="decimal"
        autoComplete="off"
        placeholder={placeholder}
        value={value}
        onChange={event => onChange(event.target.value)}
      />
    </Field>
  )
}
