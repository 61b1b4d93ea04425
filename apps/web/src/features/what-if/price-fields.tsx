import { useState } from 'react'
import { useNumberLocale } from '../../lib/format/number-locale.ts'
import { parseNumber, typedNumber } from '../../lib/format/parse-number.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useSettingsData } from '../../lib/session/user-settings.ts'
import { Combobox } from '../../ui/form/combobox.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import type { FieldsProps } from './change-fields.ts'
import { useGroupNames } from './change-row.tsx'
import { NumberField } from './number-field.tsx'
import type { Change } from './scenario-url.ts'
import { SecurityField } from './security-field.tsx'
import styles from './what-if.module.css'

const scopes = ['instrument', 'instrument_type', 'sector', 'currency'] as const
const ways = ['change', 'price'] as const

interface Typed {
  of: (typeof scopes)[number]
  key: string | null
  way: (typeof ways)[number]
  value: string
}

/** The price of a security, or a change of all prices of a group. */
export function PriceFields({ initial, names, start, isTried, onDraft }: FieldsProps) {
  const text = useText()
  const locale = useNumberLocale()
  const known = initial?.kind === 'price' ? initial : null
  const [typed, setTyped] = useState<Typed>(() => ({
    of: known?.of ?? 'instrument',
    key: known?.key ?? start?.instrument ?? null,
    way: known?.price === undefined ? 'change' : 'price',
    value: typedNumber(known?.price ?? (known?.change === undefined ? null : known.change * 100), locale),
  }))
  const set = (change: Partial<Typed>) => {
    const next = { ...typed, ...change }
    setTyped(next)
    onDraft(toPrice(next, locale))
  }
  const isSecurity = typed.of === 'instrument'
  return (
    <div className={styles.fields}>
      <Field label={text('what_if_of')}>
        <Select
          size="small"
          options={scopes.map(value => ({ value, label: text(`what_if_of_${value}`) }))}
          value={typed.of}
          onChange={of => set({ of, key: null, way: of === 'instrument' ? typed.way : 'change' })}
        />
      </Field>
      {typed.of === 'instrument' ? (
        <SecurityField value={typed.key} names={names} isTried={isTried} onChange={key => set({ key })} />
      ) : (
        <GroupField of={typed.of} value={typed.key} isTried={isTried} onChange={key => set({ key })} />
      )}
      <Field label={text('what_if_way')}>
        <Select
          size="small"
          options={ways
            .filter(way => isSecurity || way === 'change')
            .map(value => ({ value, label: text(`what_if_way_${value}`) }))}
          value={typed.way}
          onChange={way => set({ way })}
        />
      </Field>
      <NumberField
        label={text(typed.way === 'change' ? 'what_if_percent' : 'what_if_price')}
        value={typed.value}
        isRequired
        isTried={isTried}
        onChange={value => set({ value })}
      />
    </div>
  )
}

function toPrice({ of, key, way, value }: Typed, locale: ReturnType<typeof useNumberLocale>): Change | null {
  const number = parseNumber(value, locale)
  if (number === null || Number.isNaN(number) || key === null) return null
  if (way === 'price') return number > 0 ? { kind: 'price', of, key, price: number } : null
  return number < -100 ? null : { kind: 'price', of, key, change: Number((number / 100).toFixed(8)) }
}

interface GroupFieldProps {
  of: 'instrument_type' | 'sector' | 'currency'
  value: string | null
  isTried: boolean
  onChange: (key: string | null) => void
}

function GroupField({ of, value, isTried, onChange }: GroupFieldProps) {
  const text = useText()
  const { lists } = useSettingsData()
  const nameOf = useGroupNames()
  const keys = {
    instrument_type: lists.instrument_types.map(({ id }) => id as string).filter(id => id !== 'cash'),
    sector: lists.sectors.map(({ id }) => id as string),
    currency: lists.currencies.map(({ code }) => code as string),
  }[of]
  return (
    <Field
      label={text(`what_if_of_${of}`)}
      error={isTried && value === null ? text('field_required') : undefined}
    >
      <Combobox
        size="small"
        options={keys.map(key => ({ value: key, label: nameOf(of, key) }))}
        value={value}
        onChange={onChange}
      />
    </Field>
  )
}
