import { type ReactNode, useRef, useState } from 'react'
import { lazyComponent } from '../lib/browser/lazy-component.tsx'
import { useText } from '../lib/i18n/i18n.ts'
import { useHasRole } from '../lib/session/user-settings.ts'
import { classNames } from '../ui/class-names.ts'
import styles from './receipt-button.module.css'
import type { ReceiptRequest } from './receipt-request.ts'

/** Loaded on the first press: most visits open no receipt. */
const ReceiptView = lazyComponent(() => import('./receipt-view.tsx').then(module => module.ReceiptView))

interface ReceiptButtonProps extends ReceiptRequest {
  /** In a table row, arrow keys reach it instead of Tab. */
  isInTable?: boolean
  /** Underlined on hover only. */
  isQuiet?: boolean
  children: ReactNode
}

/** A figure that opens its calculation when pressed. The demo account sees no position details. */
export function ReceiptButton({
  isInTable = false,
  isQuiet = isInTable,
  children,
  ...request
}: ReceiptButtonProps) {
  const text = useText()
  const isDemo = useHasRole('demo')
  const anchor = useRef<HTMLButtonElement>(null)
  const [stage, setStage] = useState<'unread' | 'open' | 'closed'>('unread')
  if (isDemo && request.subject.kind !== 'portfolio') return children
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={classNames(styles.figure, isQuiet && styles.quiet)}
        title={text('receipt_open')}
        data-figure={request.figure}
        aria-haspopup="dialog"
        aria-expanded={stage === 'open'}
        {...(isInTable && { tabIndex: -1 })}
        onClick={() => setStage(stage === 'open' ? 'closed' : 'open')}
      >
        {children}
      </button>
      {stage !== 'unread' && (
        <ReceiptView
          request={request}
          anchor={anchor}
          isOpen={stage === 'open'}
          onClose={() => setStage('closed')}
          onClosed={() => setStage(now => (now === 'closed' ? 'unread' : now))}
        />
      )}
    </>
  )
}
