import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactNode } from 'react'
import styles from '../tooltip.module.css'

interface LoadedTooltipProps {
  text: ReactNode
  anchor: Element
  isOpen: boolean
  onClose: () => void
  onClosed: () => void
  /** The pointer may move onto the tooltip, to select or read its text. */
  onPointerEnter: () => void
  onPointerLeave: () => void
}

export function LoadedTooltip({ text, anchor, isOpen, onClose, onClosed, ...pointer }: LoadedTooltipProps) {
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
