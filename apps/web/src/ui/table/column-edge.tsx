import { type PointerEvent, useRef } from 'react'
import styles from './table.module.css'

/** Narrower, a header has no room for a letter. */
export const leastWidth = 44
const mostWidth = 640

interface ColumnEdgeProps {
  /** The new width in pixels, or null for the usual one. */
  onWidth: (width: number | null) => void
}

/** The edge of a column, to be dragged; a double click gives it its usual width. Keys are on the header. */
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
    onWidth(Math.round(Math.max(leastWidth, Math.min(mostWidth, wanted))))
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
