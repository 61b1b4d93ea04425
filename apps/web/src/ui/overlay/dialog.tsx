import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, type RefObject, useRef } from 'react'
import { useText } from '../../lib/i18n/i18n.ts'
import { classNames } from '../class-names.ts'
import { Icon } from '../display/icon.tsx'
import iconButton from '../display/icon-button.module.css'
import styles from './dialog.module.css'

/** What whoever shows a dialog decides about it. The modal host hands it to every modal. */
export interface DialogFrame {
  isOpen: boolean
  onClose: () => void
  /** Called when it has left the screen, its last movement included. */
  onClosed?: (() => void) | undefined
}

export interface DialogProps extends DialogFrame {
  title: ReactNode
  /** Buttons at the end of the header, before the cross. */
  actions?: ReactNode
  /** 400 for questions, 540 for forms, 820 and 1160 for data; on phones all are sheets. */
  width?: 400 | 540 | 820 | 1160
  /** Something was entered that closing would lose: the scrim and Esc no longer close it, only buttons do. */
  isEdited?: boolean
  /** Quiet or destructive buttons stand left of a Spacer, cancel and primary right of it. */
  footer?: ReactNode
  /** Tabs or a search that stay while the content scrolls. */
  subheader?: ReactNode
  /** What takes the focus first; the title does otherwise, which is read aloud and has nothing to press by mistake. */
  initialFocus?: RefObject<HTMLElement | null> | ((opened: string) => HTMLElement | null | undefined)
  /** A large one fills a phone's screen. */
  isFullOnPhone?: boolean
  /** Has a height of its own; its content reaches the edge and scrolls inside, as tables and columns do. */
  isFilling?: boolean
  children: ReactNode
}

/** Focus stays inside and returns to where it was; Esc, the scrim and the cross close it. */
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
        const isByChance = reason === 'escape-key' || reason === 'outside-press'
        if (isEdited && isByChance) cancel()
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

/** Pushes what follows to the right edge of a footer. */
export function Spacer() {
  return <span className={styles.spacer} />
}
