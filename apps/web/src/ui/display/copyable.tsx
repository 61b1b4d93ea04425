import { useState } from 'react'
import { useText } from '../../lib/i18n/i18n.ts'
import { classNames } from '../class-names.ts'
import { Button } from './button.tsx'
import styles from './copyable.module.css'

interface CopyableProps {
  /** The value to copy. */
  value: string
  /** The text to show instead of the value. */
  shown?: string
  /** Monospaced, for values that may have to be typed. */
  isKey?: boolean
  label?: string
}

/** A value with a copy button: a link, a key, a token. */
export function Copyable({ value, shown = value, isKey = false, label }: CopyableProps) {
  return (
    <div className={styles.frame}>
      <output className={classNames(styles.value, isKey && styles.key)} aria-label={label}>
        {shown}
      </output>
      <CopyButton value={value} isQuiet />
    </div>
  )
}

/** Copies the value and confirms it. */
export function CopyButton({ value, isQuiet = false }: { value: string; isQuiet?: boolean }) {
  const text = useText()
  const [isCopied, setIsCopied] = useState(false)
  async function copy(): Promise<void> {
    await navigator.clipboard?.writeText(value)
    setIsCopied(true)
  }
  return (
    <Button
      variant={isQuiet ? 'quiet' : 'secondary'}
      size="small"
      icon={isCopied ? 'check' : 'copy'}
      onClick={() => void copy().catch(() => undefined)}
    >
      <span aria-live="polite">{text(isCopied ? 'copied' : 'copy')}</span>
    </Button>
  )
}
