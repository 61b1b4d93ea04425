import { type ReactNode, useState } from 'react'
import { isDate } from '../../../lib/format/parse-date.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { DateInput } from '../../../ui/calendar/date-input.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Segmented } from '../../../ui/form/segmented.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { TextInput } from '../../../ui/form/text-input.tsx'
import type { ImportFile, Mapping } from '../use-imports.ts'
import {
  dateOrders,
  decimalMarks,
  dollars,
  encodings,
  entries,
  isOfHoldings,
  separators,
} from './column-mapping.ts'
import styles from './mapping.module.css'

interface ValuesCardProps {
  file: ImportFile
  mapping: Mapping
  onChange: (mapping: Mapping) => void
}

/** How dates, numbers, amounts and signs are read, with an example of each. What the file leaves open is asked. */
export function ValuesCard({ file, mapping, onChange }: ValuesCardProps) {
  const text = useText()
  const set = (change: Partial<Mapping>) => onChange({ ...mapping, ...change })
  const isHeld = isOfHoldings(mapping)
  const hasDates = !isHeld || mapping.columns.some(({ meaning }) => meaning === 'date')
  const hasAmount = !isHeld && mapping.columns.some(({ meaning }) => meaning === 'amount')
  return (
    <section className={styles.card}>
      <h3>{text('imports_values_title')}</h3>
      {isHeld && <AsOf file={file} mapping={mapping} onChange={onChange} />}
      {hasDates && <Dates file={file} mapping={mapping} onChange={onChange} />}
      <Numbers file={file} mapping={mapping} onChange={onChange} />
      {file.has_unnamed_dollars && <Dollar mapping={mapping} onChange={onChange} />}
      {hasAmount && (
        <Value label={text('imports_amount_is')} note={text('imports_amount_note')}>
          <Segmented
            size="small"
            label={text('imports_amount_is')}
            value={mapping.amount_is ?? 'auto'}
            segments={(['auto', 'net', 'gross'] as const).map(value => ({
              value,
              label: text(`imports_amount_${value}`),
            }))}
            onChange={value => set({ amount_is: value === 'auto' ? null : value })}
          />
        </Value>
      )}
      {!isHeld && (
        <Value label={text('imports_signs')} isAsked={mapping.signs == null}>
          <Select
            size="small"
            label={text('imports_signs')}
            placeholder={text('imports_signs_open')}
            options={(['signed', 'by_kind'] as const).map(value => ({
              value,
              label: text(`imports_signs_${value}`),
            }))}
            value={mapping.signs ?? null}
            onChange={signs => set({ signs })}
          />
        </Value>
      )}
      <Value label={text('imports_prices')}>
        <Select
          size="small"
          label={text('imports_prices')}
          options={(['money', 'percent', 'pence'] as const).map(value => ({
            value,
            label: text(`imports_prices_${value}`),
          }))}
          value={mapping.price_unit ?? 'money'}
          onChange={price_unit => set({ price_unit })}
        />
      </Value>
      <IgnoredWords mapping={mapping} onChange={onChange} />
      {file.format === 'csv' && <TextForm mapping={mapping} onChange={onChange} />}
    </section>
  )
}

interface ValueProps {
  label: string
  note?: ReactNode
  isAsked?: boolean
  children: ReactNode
}

function Value({ label, note, isAsked = false, children }: ValueProps) {
  return (
    <div className={classNames(styles.value, isAsked && styles.ask)}>
      <span>{label}</span>
      {children}
      {note !== undefined && <small>{note}</small>}
    </div>
  )
}

/** The day a list of holdings is of, as the file states it or as a person chooses it. */
function AsOf({ file, mapping, onChange }: ValuesCardProps) {
  const text = useText()
  const stated = file.stated_day
  const [typed, setTyped] = useState(mapping.as_of ?? stated ?? '')
  const change = (next: string) => {
    setTyped(next)
    const as_of = next === stated ? null : next
    if (isDate(next) && next >= '1990' && as_of !== (mapping.as_of ?? null)) onChange({ ...mapping, as_of })
  }
  const isAsked = mapping.as_of == null && stated === null
  const note = isAsked
    ? text('imports_as_of_open')
    : mapping.as_of == null
      ? text('imports_as_of_stated')
      : undefined
  return (
    <Value label={text('imports_as_of')} isAsked={isAsked} {...(note !== undefined && { note })}>
      <DateInput
        size="small"
        aria-label={text('imports_as_of')}
        value={typed}
        onChange={event => change(event.target.value)}
      />
    </Value>
  )
}

function Dates({ file, mapping, onChange }: ValuesCardProps) {
  const text = useText()
  const format = useFormat()
  const example = findExample(file, 'date')
  const isRead = example?.read_as != null && /^\d{4}-\d\d-\d\d$/.test(example.read_as)
  const settled = file.dates_settled
  const note =
    mapping.date_order === null
      ? text('imports_dates_open')
      : [
          isRead &&
            text('imports_is_read_as', { value: example.sample, read: format.date(example.read_as ?? '') }),
          settled > 0 &&
            mapping.date_order !== 'ymd' &&
            text('imports_dates_settled', { count: format.count(settled) }),
        ]
          .filter(Boolean)
          .join(' ')
  return (
    <Value label={text('imports_dates')} note={note} isAsked={mapping.date_order === null}>
      <Select
        size="small"
        label={text('imports_dates')}
        placeholder={text('imports_choose_order')}
        options={dateOrders.map(value => ({ value, label: text(`imports_date_${value}`) }))}
        value={mapping.date_order}
        onChange={date_order => onChange({ ...mapping, date_order })}
      />
    </Value>
  )
}

function Numbers({ file, mapping, onChange }: ValuesCardProps) {
  const text = useText()
  const example = findExample(file, 'amount', 'net', 'gross', 'credit', 'debit', 'price', 'quantity')
  const note =
    mapping.decimal_mark === null
      ? text('imports_numbers_open')
      : example?.read_as == null
        ? undefined
        : text('imports_is_read_as', { value: example.sample, read: example.read_as })
  return (
    <Value
      label={text('imports_numbers')}
      isAsked={mapping.decimal_mark === null}
      {...(note !== undefined && { note })}
    >
      <Select
        size="small"
        label={text('imports_numbers')}
        options={entries(decimalMarks).map(([value, label]) => ({ value, label }))}
        value={mapping.decimal_mark}
        onChange={decimal_mark => onChange({ ...mapping, decimal_mark })}
      />
    </Value>
  )
}

/** What '$' means in a table that does not say it. */
function Dollar({ mapping, onChange }: Omit<ValuesCardProps, 'file'>) {
  const text = useText()
  const isAsked = mapping.dollar == null
  return (
    <Value
      label={text('imports_dollar')}
      isAsked={isAsked}
      {...(isAsked && { note: text('imports_dollar_open') })}
    >
      <Select
        size="small"
        label={text('imports_dollar')}
        placeholder={text('imports_choose_dollar')}
        options={dollars.map(value => ({ value, label: value }))}
        value={mapping.dollar ?? null}
        onChange={dollar => onChange({ ...mapping, dollar })}
      />
    </Value>
  )
}

function findExample(file: ImportFile, ...meanings: string[]): ImportFile['columns'][number] | undefined {
  return meanings.map(meaning => file.columns.find(column => column.meaning === meaning)).find(Boolean)
}

/** Words that leave their rows out; taken over when the field is left. */
function IgnoredWords({ mapping, onChange }: Omit<ValuesCardProps, 'file'>) {
  const text = useText()
  const [typed, setTyped] = useState((mapping.ignored_words ?? []).join(', '))
  const save = () => {
    const words = typed.split(',').map(word => word.trim())
    const ignored_words = words.filter(word => word !== '')
    if (ignored_words.join() !== (mapping.ignored_words ?? []).join()) onChange({ ...mapping, ignored_words })
  }
  return (
    <Value label={text('imports_ignored_words')} note={text('imports_ignored_help')}>
      <TextInput
        autoComplete="off"
        aria-label={text('imports_ignored_words')}
        value={typed}
        onChange={event => setTyped(event.target.value)}
        onBlur={save}
      />
    </Value>
  )
}

function TextForm({ mapping, onChange }: Omit<ValuesCardProps, 'file'>) {
  const text = useText()
  return (
    <>
      <Value label={text('imports_separator')}>
        <Select
          size="small"
          label={text('imports_separator')}
          options={entries(separators).map(([value, name]) => ({
            value,
            label: text(`imports_separator_${name}`),
          }))}
          value={mapping.separator}
          onChange={separator => onChange({ ...mapping, separator })}
        />
      </Value>
      <Value label={text('imports_encoding')}>
        <Select
          size="small"
          label={text('imports_encoding')}
          options={entries(encodings).map(([value, label]) => ({ value, label }))}
          value={mapping.encoding}
          onChange={encoding => onChange({ ...mapping, encoding })}
        />
      </Value>
    </>
  )
}
