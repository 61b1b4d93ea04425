import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactNode } from 'react'
import styles from './tooltip.module.css'

interface TooltipPartsProps {
  text: ReactNode
  anchor: Element
  isOpen: boolean
  onClose: () => void
  onClosed: () => void
  /** The pointer may go on to the words, to mark or to read them. */
  onPointerEnter: () => void
  onPointerLeave: () => void
}

export function TooltipParts({ text, anchor, isOpen, onClose, onClosed, ...pointer }: TooltipPartsProps) {
  return (
    <Base.Root
      open={isOpen}
      onOpenChange={open => !open && onClose()}
      onOpenChangeComplete={open => !open && onClosed()}
    >
      <Base.Portal>
        <Base.Positioner anchor={anchor} sideOffset={6} className={styles.positioner}>
          <Base.Popup className={styles.tooltip} {...pointer}>
            {text}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
