import { type Ref, useContext, useImperativeHandle, useRef, useState } from 'react'
import { isDate, parseTypedDate } from '../../lib/format/parse-date.ts'
import { DateSettingsContext, useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { classNames } from '../class-names.ts'
import { Icon } from '../display/icon.tsx'
import { useControlAttributes } from '../form/field.tsx'
import styles from '../form/input.module.css'
import { DatePopover } from './date-popover.tsx'

/** The part of an input element that forms use. */
interface DateHandle {
  value: string
  focus: () => void
}

interface DateInputProps {
  name?: string
  /** A date as 2026-11-13. Without it the input keeps its own, as form libraries expect. */
  value?: string
  /** Called with the date as 2026-11-13, or with the text as typed where it is no date. */
  onChange?: (event: { type: 'change'; target: { name: string; value: string } }) => unknown
  onBlur?: (event: { type: 'blur'; target: { name: string; value: string } }) => unknown
  ref?: Ref<DateHandle>
  disabled?: boolean | undefined
  size?: 'small' | 'large'
  className?: string | undefined
  'aria-label'?: string
}

/**
 * A date typed in the user's format or picked in a calendar. Date inputs of browsers follow the language of the browser
 * instead. What is no date stays as typed and marked.
 */
export function DateInput(props: DateInputProps) {
  const { name = '', value, onChange, onBlur, ref, disabled = false, size = 'large', className } = props
  const text = useText()
  const format = useFormat()
  const attributes = useControlAttributes()
  const { format: dateFormat } = useContext(DateSettingsContext)
  const input = useRef<HTMLInputElement>(null)
  const own = useRef('')
  const [held, setHeld] = useState('')
  const [typed, setTyped] = useState<string | null>(null)
  const [handle] = useState<DateHandle>(() => ({
    get value() {
      return own.current
    },
    set value(next: string) {
      own.current = next
      setHeld(next)
    },
    focus: () => input.current?.focus(),
  }))
  useImperativeHandle(ref, () => handle)

  const read = (entry: string) => parseTypedDate(entry, dateFormat) ?? entry
  const current = value ?? held
  // Typed text holds until another date is set.
  const isTyping = typed !== null && read(typed) === current
  const shown = isTyping ? typed : isDate(current) ? format.date(current) : current
  const change = (next: string) => {
    handle.value = next
    void onChange?.({ type: 'change', target: { name, value: next } })
  }
  return (
    <span className={classNames(styles.input, styles.group, size === 'small' && styles.small, className)}>
      <input
        ref={input}
        type="text"
        inputMode="text"
        autoComplete="off"
        {...attributes}
        {...(props['aria-label'] && { 'aria-label': props['aria-label'] })}
        aria-invalid={
          attributes['aria-invalid'] ?? ((!isTyping && shown !== '' && !isDate(current)) || undefined)
        }
        className={styles.bare}
        name={name}
        disabled={disabled}
        placeholder={text('date_example', { date: format.date(exampleDate) })}
        value={shown}
        onChange={event => {
          setTyped(event.target.value)
          change(read(event.target.value))
        }}
        onBlur={() => {
          setTyped(null)
          void onBlur?.({ type: 'blur', target: { name, value: current } })
        }}
      />
      {!disabled && (
        <DatePopover
          label={text('calendar')}
          value={isDate(current) ? current : null}
          onPick={change}
          trigger={
            <button type="button" className={styles.end} aria-label={text('calendar')}>
              <Icon name="calendar" size={14} />
            </button>
          }
        />
      )}
    </span>
  )
}

/** Shows the format of dates in an empty input. */
const exampleDate = '2026-12-31'
