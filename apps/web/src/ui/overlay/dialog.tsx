import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { useIsPrinting } from '../../lib/browser/printing.ts'
import { type LeaveQuestion, useUnsavedGuard } from '../../lib/browser/unsaved-guard.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { classNames } from '../class-names.ts'
import { Button } from '../display/button.tsx'
import { Icon } from '../display/icon.tsx'
import iconButton from '../display/icon-button.module.css'
import styles from './dialog.module.css'

/** The open state of a dialog, controlled by its parent. The modal host passes it to every modal. */
export interface DialogFrame {
  isOpen: boolean
  onClose: () => void
  /** Called after the closing animation. */
  onClosed?: (() => void) | undefined
}

export interface DialogProps extends DialogFrame {
  title: ReactNode
  /** Buttons at the end of the header, before the close button. */
  actions?: ReactNode
  /** 400 for questions, 540 for forms, 820 and 1160 for data; sheets on phones. */
  width?: 400 | 540 | 820 | 1160
  /** Closing would lose input: Esc, the backdrop, the close button, Back and shortcuts ask first. */
  isEdited?: boolean
  /** Only the buttons of its footer close it, because what it shows is shown once. */
  isHeld?: boolean
  /** Quiet or destructive buttons go left of a Spacer, cancel and primary right of it. */
  footer?: ReactNode
  /** Tabs or a search field that stay visible while the content scrolls. */
  subheader?: ReactNode
  /** What the content is of; shown in print only, below the title. */
  printed?: ReactNode
  /** The element to focus first; by default the title, which is announced and where Enter presses nothing. */
  initialFocus?: RefObject<HTMLElement | null> | ((opened: string) => HTMLElement | null | undefined)
  /** Full screen on phones. */
  isFullOnPhone?: boolean
  /** A panel at the top right that leaves the page bright. Phones show it like other dialogs. */
  isPopover?: boolean
  /** A panel of full height at the right edge, beside a bright page. */
  isDrawer?: boolean
  /** A fixed height; the content reaches the edge and scrolls inside, as in tables. */
  isFilling?: boolean
  children: ReactNode
}

/** A modal dialog that traps the focus and returns it; Esc, the backdrop and the close button close it. */
export function Dialog({
  isOpen,
  onClose,
  onClosed,
  title,
  actions,
  width = 540,
  isEdited = false,
  isHeld = false,
  footer,
  subheader,
  printed,
  initialFocus,
  isFullOnPhone = false,
  isFilling = false,
  isPopover = false,
  isDrawer = false,
  children,
}: DialogProps) {
  const text = useText()
  const heading = useRef<HTMLHeadingElement>(null)
  const [question, setQuestion] = useState<LeaveQuestion | null>(null)
  useUnsavedGuard(isOpen && isEdited, setQuestion)
  const answer = (reply: keyof LeaveQuestion) => {
    setQuestion(null)
    question?.[reply]()
  }
  const isPrinting = useIsPrinting()
  return (
    <Base.Root
      open={isOpen}
      onOpenChange={(open, { cancel }) => {
        if (open) return
        if (isEdited || isHeld) cancel()
        if (isHeld) return
        if (isEdited) setQuestion({ leave: onClose, stay: () => undefined })
        else onClose()
      }}
      onOpenChangeComplete={open => !open && onClosed?.()}
    >
      <Base.Portal>
        <Base.Backdrop className={classNames(styles.scrim, (isPopover || isDrawer) && styles.clear)} />
        <Base.Viewport
          className={classNames(styles.viewport, isPopover && styles.corner, isDrawer && styles.side)}
        >
          <Base.Popup
            className={classNames(
              styles.dialog,
              styles[`w${width}`],
              isFullOnPhone && styles.full,
              isFilling && styles.filling,
              isDrawer && styles.drawer,
            )}
            initialFocus={initialFocus ?? heading}
          >
            <header className={styles.header}>
              <Base.Title ref={heading} tabIndex={-1} className={styles.title}>
                {title}
              </Base.Title>
              {actions}
              {!isHeld && (
                <Base.Close className={iconButton.button} aria-label={text('close')}>
                  <Icon name="close" />
                </Base.Close>
              )}
            </header>
            {isPrinting && printed && <div className={styles.printed}>{printed}</div>}
            {subheader}
            <div className={isFilling ? styles.content : styles.body}>{children}</div>
            {footer && <footer className={styles.footer}>{footer}</footer>}
            {isEdited && (
              <DiscardDialog
                isOpen={question !== null}
                onKeep={() => answer('stay')}
                onDiscard={() => answer('leave')}
              />
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

interface DiscardDialogProps {
  isOpen: boolean
  onKeep: () => void
  onDiscard: () => void
}

/** Asks before entered values are lost. */
export function DiscardDialog({ isOpen, onKeep, onDiscard }: DiscardDialogProps) {
  const text = useText()
  const keep = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onKeep}
      title={text('discard_question')}
      width={400}
      initialFocus={keep}
      footer={
        <>
          <Spacer />
          <Button ref={keep} onClick={onKeep}>
            {text('keep_editing')}
          </Button>
          <Button variant="danger" onClick={onDiscard}>
            {text('discard')}
          </Button>
        </>
      }
    >
      <p>{text('discard_note')}</p>
    </Dialog>
  )
}

/** Pushes the following buttons to the right edge of a footer. */
export function Spacer() {
  return <span className={styles.spacer} />
}
