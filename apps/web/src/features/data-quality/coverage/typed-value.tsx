import { type ReactNode, useState } from 'react'
import { parseNumber } from '../../../lib/format/parse-number.ts'
import { useLanguage, useText } from '../../../lib/i18n/i18n.ts'
import { DateInput } from '../../../ui/calendar/date-input.tsx'
import { Button } from '../../../ui/display/button.tsx'
import { TextInput } from '../../../ui/form/text-input.tsx'
import styles from './coverage.module.css'

/** What is typed into the fields of a price or a rate. */
export function useTypedValue(asOf: string) {
  const language = useLanguage()
  const [typed, setTyped] = useState('')
  const [date, setDate] = useState(asOf)
  const [isInvalid, setIsInvalid] = useState(false)
  return {
    typed,
    setTyped,
    date,
    setDate,
    isInvalid,
    value: parseNumber(typed, language),
    /** Marks the field unless the value is right. @returns whether it is. */
    check(isRight: boolean): boolean {
      setIsInvalid(!isRight)
      return isRight
    },
  }
}

interface TypedValueProps {
  input: ReturnType<typeof useTypedValue>
  /** What the date and the button belong to, for their accessible names. */
  name: string
  label: string
  placeholder?: string
  before?: ReactNode
  after: ReactNode
  isBusy: boolean
}

/** A number, its day and the button that saves them. */
export function TypedValue({ input, name, label, placeholder, before, after, isBusy }: TypedValueProps) {
  const text = useText()
  return (
    <>
      <span className={styles.group}>
        {before}
        <TextInput
          size="small"
          className={styles.number}
          inputMode="decimal"
          autoComplete="off"
          placeholder={placeholder}
          aria-label={label}
          aria-invalid={input.isInvalid || undefined}
          value={input.typed}
          onChange={event => input.setTyped(event.target.value)}
        />
        {after}
      </span>
      <span className={styles.group}>
        <DateInput
          size="small"
          className={styles.date}
          aria-label={text('coverage_date_of', { name })}
          value={input.date}
          onChange={event => input.setDate(event.target.value)}
        />
        <Button size="small" type="submit" isBusy={isBusy} aria-label={text('coverage_save_of', { name })}>
          {text('save')}
        </Button>
      </span>
    </>
  )
}
