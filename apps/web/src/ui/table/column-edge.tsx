import { type PointerEvent, useRef } from 'react'
import styles from './table.module.css'

/** A narrower header has no room for text. */
export const minWidthPx = 44
const maxWidthPx = 640

interface ColumnEdgeProps {
  /** The new width in pixels, or null for the default. */
  onWidth: (width: number | null) => void
}

/** The draggable edge of a column; a double click restores the default width. The header handles keys. */
export function ColumnEdge({ onWidth }: ColumnEdgeProps) {
  const grip = useRef<{ x: number; width: number } | null>(null)
  const start = (event: PointerEvent<HTMLElement>) => {
    const header = event.currentTarget.closest('th')
    if (header === null || event.button !== 0) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    grip.current = { x: event.clientX, width: header.offsetWidth }
  }
  const move = (event: PointerEvent<HTMLElement>) => {
    if (grip.current === null) return
    const wanted = grip.current.width + event.clientX - grip.current.x
    onWidth(Math.round(Math.max(minWidthPx, Math.min(maxWidthPx, wanted))))
  }
  const end = () => {
    grip.current = null
  }
  return (
    <span
      className={styles.resize}
      aria-hidden="true"
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={() => onWidth(null)}
    />
  )
}
