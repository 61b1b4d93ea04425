import { type FormEvent, type ReactNode, useId, useRef } from 'react'
import { errorText } from '../../lib/api/error-text.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Button } from '../display/button.tsx'
import { Note } from '../display/note.tsx'
import { FormNotes } from '../layout/form-card.tsx'
import { Dialog, type DialogFrame, type DialogProps, Spacer } from './dialog.tsx'

const firstField = 'input:not([readonly]), textarea, [role=combobox]'

interface FormDialogProps extends DialogFrame {
  title: ReactNode
  submitLabel: string
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  isBusy: boolean
  /** The error of the form as a whole; field errors appear under their fields. */
  error?: unknown
  /** Offered with a conflict error: loads the newer version saved by another user. */
  onReload?: (() => void) | undefined
  isEdited?: boolean
  /** Disables submitting. */
  isDisabled?: boolean
  isDangerous?: boolean
  /** Quiet or destructive buttons at the start of the footer. */
  footerStart?: ReactNode
  width?: NonNullable<DialogProps['width']>
  children: ReactNode
}

/** A form in a dialog: Enter submits it, and closing protects entered values. */
export function FormDialog({
  title,
  submitLabel,
  onSubmit,
  isBusy,
  error,
  onReload,
  isEdited = false,
  isDisabled = false,
  isDangerous = false,
  footerStart,
  width = 540,
  children,
  ...frame
}: FormDialogProps) {
  const text = useText()
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  return (
    <Dialog
      {...frame}
      title={title}
      // On touch screens, focusing a field would open the keyboard before anything was read.
      initialFocus={opened =>
        form.current?.querySelector<HTMLElement>('[aria-invalid="true"]') ??
        (opened === 'touch' ? null : form.current?.querySelector<HTMLElement>(firstField))
      }
      width={width}
      isEdited={isEdited}
      footer={
        <>
          {footerStart}
          <Spacer />
          <Button onClick={frame.onClose}>{text('cancel')}</Button>
          <Button
            type="submit"
            form={id}
            variant={isDangerous ? 'danger' : 'primary'}
            isBusy={isBusy}
            disabled={isDisabled}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      {error !== undefined && error !== null && (
        <FormNotes>
          <Note tone="loss" isAlert>
            {errorText(error, text)}{' '}
            {onReload && (
              <Button size="small" onClick={onReload}>
                {text('reload')}
              </Button>
            )}
          </Note>
        </FormNotes>
      )}
      <form
        ref={form}
        id={id}
        noValidate
        onSubmit={event => {
          event.preventDefault()
          // Nested dialogs are children in the React tree, so their submit events bubble to the outer form.
          event.stopPropagation()
          if (!isBusy && !isDisabled) onSubmit(event)
        }}
      >
        {children}
      </form>
    </Dialog>
  )
}
