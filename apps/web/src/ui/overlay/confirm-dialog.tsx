import { type ReactNode, useRef, useState } from 'react'
import { useText } from '../../lib/i18n/i18n.ts'
import { Button } from '../display/button.tsx'
import { Field } from '../form/field.tsx'
import { TextInput } from '../form/text-input.tsx'
import styles from './confirm-dialog.module.css'
import { Dialog, type DialogFrame, Spacer } from './dialog.tsx'

interface ConfirmDialogProps extends DialogFrame {
  /** A short question: 'Delete Hedges?'. */
  title: ReactNode
  /** What will change and what stays. */
  children: ReactNode
  /** The verb of the action, never just 'OK'. */
  confirmLabel: string
  /** The label of the cancel button, 'Keep' by default. */
  safeLabel?: string
  onConfirm: () => void
  isBusy?: boolean
  /** Focuses the action when it is harmless, such as signing out; otherwise the cancel button. */
  isHarmless?: boolean
  /** The name to type before an account or family is erased. */
  nameToType?: string
}

export function ConfirmDialog({
  title,
  children,
  confirmLabel,
  safeLabel,
  onConfirm,
  isBusy = false,
  isHarmless = false,
  nameToType,
  ...frame
}: ConfirmDialogProps) {
  const text = useText()
  const focused = useRef<HTMLButtonElement>(null)
  const [typed, setTyped] = useState('')
  const isAllowed = nameToType === undefined || typed === nameToType
  return (
    <Dialog
      {...frame}
      title={title}
      width={400}
      initialFocus={focused}
      footer={
        <>
          <Spacer />
          <Button
            ref={isHarmless ? undefined : focused}
            className={isHarmless ? undefined : styles.focused}
            onClick={frame.onClose}
          >
            {safeLabel ?? text('keep')}
          </Button>
          <Button
            ref={isHarmless ? focused : undefined}
            className={isHarmless ? styles.focused : undefined}
            variant={isHarmless ? 'primary' : 'danger'}
            isBusy={isBusy}
            disabled={!isAllowed}
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className={styles.words}>{children}</div>
      {nameToType !== undefined && (
        <div className={styles.typed}>
          <Field label={text('type_name_to_confirm', { name: nameToType })}>
            <TextInput
              value={typed}
              onChange={event => setTyped(event.target.value)}
              autoComplete="off"
              spellCheck={false}
            />
          </Field>
        </div>
      )}
    </Dialog>
  )
}
