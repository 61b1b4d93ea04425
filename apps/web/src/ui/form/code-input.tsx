import { OTPField } from '@base-ui/react/otp-field'
import { useEffect, useRef } from 'react'
import { useText } from '../../lib/i18n/i18n.ts'
import styles from './code-input.module.css'
import { useControlAttributes } from './field.tsx'

interface CodeInputProps {
  value: string
  onChange: (value: string) => void
  /** Called with the whole code when its last digit is entered or pasted. */
  onComplete: (value: string) => void
  length?: number
  isDisabled?: boolean
  /** Whether the first digit receives the focus on mount. */
  isFocused?: boolean
}

/** A numeric code, one box per digit. A pasted code fills all of them. */
export function CodeInput({
  value,
  onChange,
  onComplete,
  length = 6,
  isDisabled = false,
  isFocused = false,
}: CodeInputProps) {
  const text = useText()
  const { id, ...described } = useControlAttributes()
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isFocused) first.current?.focus()
  }, [isFocused])
  return (
    <OTPField.Root
      {...(id !== undefined && { id })}
      length={length}
      value={value}
      onValueChange={onChange}
      onValueComplete={onComplete}
      disabled={isDisabled}
      className={styles.code}
    >
      {Array.from({ length }, (_, index) => (
        <OTPField.Input
          // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place in the code.
          key={index}
          ref={index === 0 ? first : undefined}
          className={styles.digit}
          {...described}
          aria-label={index === 0 ? undefined : text('code_digit', { position: index + 1, length })}
        />
      ))}
    </OTPField.Root>
  )
}
