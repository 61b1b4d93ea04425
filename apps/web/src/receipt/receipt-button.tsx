import { type ReactNode, useRef, useState } from 'react'
import { lazyPart } from '../lib/browser/lazy-part.tsx'
import { useText } from '../lib/i18n/i18n.ts'
import { useHasRole } from '../lib/session/user-settings.ts'
import { classNames } from '../ui/class-names.ts'
import styles from './receipt-button.module.css'
import type { ReceiptOf } from './receipt-of.ts'

/** Fetched with the first press: most figures are believed. */
const ReceiptView = lazyPart(() => import('./receipt-view.tsx').then(part => part.ReceiptView))

interface ReceiptButtonProps extends ReceiptOf {
  /** In a row of a table the arrows lead here, not the Tab key. */
  isInTable?: boolean
  /** Marked only when the pointer is on it, as figures beside a headline are. */
  isQuiet?: boolean
  children: ReactNode
}

/** A figure that shows how it came about when it is pressed. The demo account sees no details of positions. */
export function ReceiptButton({
  isInTable = false,
  isQuiet = isInTable,
  children,
  ...of
}: ReceiptButtonProps) {
  const text = useText()
  const isDemo = useHasRole('demo')
  const anchor = useRef<HTMLButtonElement>(null)
  const [stage, setStage] = useState<'unread' | 'open' | 'closed'>('unread')
  if (isDemo && of.subject.kind !== 'portfolio') return children
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={classNames(styles.figure, isQuiet && styles.quiet)}
        title={text('receipt_open')}
        aria-haspopup="dialog"
        aria-expanded={stage === 'open'}
        {...(isInTable && { tabIndex: -1 })}
        onClick={() => setStage(stage === 'open' ? 'closed' : 'open')}
      >
        {children}
      </button>
      {stage !== 'unread' && (
        <ReceiptView
          of={of}
          anchor={anchor}
          isOpen={stage === 'open'}
          onClose={() => setStage('closed')}
          onClosed={() => setStage(now => (now === 'closed' ? 'unread' : now))}
        />
      )}
    </>
  )
}
