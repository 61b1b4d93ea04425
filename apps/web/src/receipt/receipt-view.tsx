import { Popover } from '@base-ui/react/popover'
import type { RefObject } from 'react'
import { useIsPhone } from '../lib/browser/use-media.ts'
import { useText } from '../lib/i18n/i18n.ts'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/display/icon.tsx'
import iconButton from '../ui/display/icon-button.module.css'
import { Dialog } from '../ui/overlay/dialog.tsx'
import popup from '../ui/overlay/popup/popup.module.css'
import styles from './receipt.module.css'
import { Receipt } from './receipt.tsx'
import type { ReceiptRequest } from './receipt-request.ts'

export interface ReceiptViewProps {
  request: ReceiptRequest
  anchor: RefObject<HTMLElement | null>
  isOpen: boolean
  onClose: () => void
  onClosed: () => void
}

/** A non-modal popover beside the figure, or a sheet on phones. */
export function ReceiptView({ request, anchor, isOpen, onClose, onClosed }: ReceiptViewProps) {
  const text = useText()
  const isPhone = useIsPhone()
  if (isPhone) {
    return (
      <Dialog isOpen={isOpen} onClose={onClose} onClosed={onClosed} title={text('receipt')}>
        <Receipt request={request} />
      </Dialog>
    )
  }
  return (
    <Popover.Root
      open={isOpen}
      onOpenChange={open => !open && onClose()}
      onOpenChangeComplete={open => !open && onClosed()}
    >
      <Popover.Portal>
        <Popover.Positioner
          anchor={anchor}
          className={classNames(popup.positioner, popup.above)}
          align="end"
          sideOffset={8}
          collisionPadding={12}
        >
          <Popover.Popup className={classNames(popup.popup, styles.popup)} finalFocus={anchor}>
            <Popover.Title className="visually-hidden">{text('receipt')}</Popover.Title>
            <Popover.Close className={classNames(iconButton.button, styles.close)} aria-label={text('close')}>
              <Icon name="close" />
            </Popover.Close>
            <Receipt request={request} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
