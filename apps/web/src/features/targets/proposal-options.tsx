import { useState } from 'react'
import { useNumberLocale } from '../../lib/format/number-locale.ts'
import { parseNumber, typedNumber } from '../../lib/format/parse-number.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import styles from './targets.module.css'
import type { Options } from './use-targets.ts'

interface ProposalOptionsProps {
  options: Options
  currency: string
  onChange: (options: Options) => void
}

type NumberOption = Exclude<keyof Options, 'goal'>

/** `scale` 100 shows a fraction as a percentage. */
const fields: readonly { name: NumberOption; scale: number; min: number; max: number }[] = [
  { name: 'min_cash', scale: 100, min: 0, max: 1 },
  { name: 'flow', scale: 1, min: -1e15, max: 1e15 },
  { name: 'min_order', scale: 1, min: 0, max: 1e15 },
  { name: 'max_gain', scale: 1, min: 0, max: 1e15 },
  { name: 'fee_rate', scale: 100, min: 0, max: 1 },
  { name: 'fee_fixed', scale: 1, min: 0, max: 1e15 },
  { name: 'tax_rate', scale: 100, min: 0, max: 1 },
  { name: 'lot_size', scale: 1, min: 1e-8, max: 1e6 },
]
const whenEmpty: Partial<Record<NumberOption, number | null>> = { max_gain: null, lot_size: 1 }

/** What a proposal has to respect. A value takes effect when its field is left, or with Enter. */
export function ProposalOptions({ options, currency, onChange }: ProposalOptionsProps) {
  const text = useText()
  return (
    <div className={styles.options}>
      {fields.map(field => (
        <NumberOptionField
          key={field.name}
          label={text(`proposal_${field.name}`, { currency })}
          value={options[field.name]}
          scale={field.scale}
          isAllowed={value => value >= field.min && value <= field.max}
          onChange={value =>
            onChange({
              ...options,
              [field.name]: value ?? whenEmpty[field.name] ?? (field.name === 'max_gain' ? null : 0),
            })
          }
        />
      ))}
    </div>
  )
}

interface NumberOptionFieldProps {
  label: string
  value: number | null
  scale: number
  isAllowed: (value: number) => boolean
  /** Null for an empty field. */
  onChange: (value: number | null) => void
}

function NumberOptionField({ label, value, scale, isAllowed, onChange }: NumberOptionFieldProps) {
  const text = useText()
  const locale = useNumberLocale()
  const shown = typedNumber(value === null ? null : Number((value * scale).toFixed(8)), locale)
  const [typed, setTyped] = useState(shown)
  const parsed = parseNumber(typed, locale)
  const next = parsed === null ? null : parsed / scale
  const isWrong = next !== null && !(Number.isFinite(next) && isAllowed(next))
  const commit = () => {
    if (!isWrong && typed !== shown) onChange(next)
  }
  return (
    <Field label={label} {...(isWrong && { error: text('proposal_not_a_number') })}>
      <TextInput
        size="small"
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        onChange={event => setTyped(event.target.value)}
        onBlur={commit}
        onKeyDown={event => event.key === 'Enter' && commit()}
      />
    </Field>
  )
}
