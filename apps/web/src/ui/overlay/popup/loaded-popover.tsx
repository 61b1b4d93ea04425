import { Popover as Base } from '@base-ui/react/popover'
import { classNames } from '../../class-names.ts'
import styles from '../popover.module.css'
import popup from './popup.module.css'
import { popupPlacing } from './popup-placing.ts'
import type { PopoverProps } from './popup-props.ts'
import type { InitialOpenState } from './use-lazy-trigger.ts'

export function LoadedPopover({
  trigger,
  title,
  isTitleHidden = false,
  align = 'start',
  side = 'bottom',
  isInitiallyOpen,
  children,
}: PopoverProps & InitialOpenState) {
  return (
    <Base.Root defaultOpen={isInitiallyOpen}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner
          {...popupPlacing}
          className={popup.positioner}
          sideOffset={6}
          align={align}
          side={side}
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
