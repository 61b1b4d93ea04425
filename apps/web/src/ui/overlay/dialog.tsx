import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, type RefObject, useRef } from 'react'
import { useText } from '../../lib/i18n/i18n.ts'
import { classNames } from '../class-names.ts'
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
  /** Closing would lose input: the backdrop and Esc no longer close it, only buttons do. */
  isEdited?: boolean
  /** Quiet or destructive buttons go left of a Spacer, cancel and primary right of it. */
  footer?: ReactNode
  /** Tabs or a search field that stay visible while the content scrolls. */
  subheader?: ReactNode
  /** The element to focus first; by default the title, which is announced and where Enter presses nothing. */
  initialFocus?: RefObject<HTMLElement | null> | ((opened: string) => HTMLElement | null | undefined)
  /** Full screen on phones. */
  isFullOnPhone?: boolean
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
  footer,
  subheader,
  initialFocus,
  isFullOnPhone = false,
  isFilling = false,
  children,
}: DialogProps) {
  const text = useText()
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <Base.Root
      open={isOpen}
      onOpenChange={(open, { reason, cancel }) => {
        if (open) return
        const isImplicitClose = reason === 'escape-key' || reason === 'outside-press'
        if (isEdited && isImplicitClose) cancel()
        else onClose()
      }}
      onOpenChangeComplete={open => !open && onClosed?.()}
    >
      <Base.Portal>
        <Base.Backdrop className={styles.scrim} />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup
            className={classNames(
              styles.dialog,
              styles[`w${width}`],
              isFullOnPhone && styles.full,
              isFilling && styles.filling,
            )}
            initialFocus={initialFocus ?? heading}
          >
            <header className={styles.header}>
              <Base.Title ref={heading} tabIndex={-1} className={styles.title}>
                {title}
              </Base.Title>
              {actions}
              <Base.Close className={iconButton.button} aria-label={text('close')}>
                <Icon name="close" />
              </Base.Close>
            </header>
            {subheader}
            <div className={isFilling ? styles.content : styles.body}>{children}</div>
            {footer && <footer className={styles.footer}>{footer}</footer>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

/** Pushes the following buttons to the right edge of a footer. */
export function Spacer() {
  return <span className={styles.spacer} />
}
