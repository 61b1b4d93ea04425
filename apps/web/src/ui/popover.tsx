import { Popover as Base } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './popover.module.css'
import popup from './popup.module.css'

interface PopoverProps {
  trigger: ReactElement
  /** Read aloud as its name, and drawn as its heading unless hidden. */
  title: string
  isTitleHidden?: boolean
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom' | 'left' | 'right'
  children: ReactNode
}

/** More about something, beside it. The page behind it is not dimmed and stays in use. */
export function Popover({
  trigger,
  title,
  isTitleHidden = false,
  align = 'start',
  side = 'bottom',
  children,
}: PopoverProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner
          className={popup.positioner}
          sideOffset={6}
          align={align}
          side={side}
          collisionPadding={8}
        >
          <Base.Popup className={classNames(popup.popup, styles.popover)}>
            <Base.Title className={isTitleHidden ? 'visually-hidden' : styles.title}>{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
