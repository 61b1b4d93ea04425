import { type ReactNode, useEffect, useRef } from 'react'
import styles from './chart.module.css'
import type { BarPlot, LinePlot } from './plot.ts'
import type { Range } from './use-cursor.ts'

const distancePx = 12

interface ChartPopoverProps {
  plot: LinePlot | BarPlot
  range: Range
  label: string
  onClose: () => void
  children: ReactNode
}

/** The actions for the selected range. Takes the focus; Esc returns it. */
export function ChartPopover({ plot, range, label, onClose, children }: ChartPopoverProps) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current?.focus(), [])
  const from = plot.xs[range.from] ?? 0
  const to = plot.xs[range.to] ?? 0
  const { width } = plot.size
  const isLeft = from >= width - to
  const place = isLeft
    ? { right: Math.min(width - from + distancePx, width * 0.6) }
    : { left: Math.min(to + distancePx, width * 0.6) }
  return (
    <div
      ref={ref}
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      className={styles.popover}
      style={place}
      onKeyDown={event => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
    >
      {children}
    </div>
  )
}
