import { shareBar } from '@plumbline/charts'
import { classNames } from '../class-names.ts'
import styles from './share-bar.module.css'

export interface ShareSegment {
  key: string
  label: string
  value: number | null
  colour: string
}

interface ShareBarProps {
  parts: readonly ShareSegment[]
  /** Thin under a headline, thick above a list. */
  size?: 'thin' | 'thick'
  /** The highlighted segment, while the others are dimmed. */
  marked?: string | null
}

const whole = 100

/** Shares of a total side by side. Hidden from screen readers, since the list beside it shows the same. */
export function ShareBar({ parts, size = 'thick', marked = null }: ShareBarProps) {
  const shares = shareBar(
    parts.map(part => part.value),
    whole,
    { gap: 0, least: 0.4 },
  )
  return (
    <div className={classNames(styles.bar, styles[size])} aria-hidden="true">
      {shares.map(({ index, width, isNegative }) => {
        const part = parts[index]
        return (
          part && (
            <span
              key={part.key}
              title={size === 'thick' ? part.label : undefined}
              className={classNames(
                styles.part,
                isNegative && styles.negative,
                marked !== null && marked !== part.key && styles.faded,
              )}
              style={{ flexGrow: width, color: part.colour }}
            />
          )
        )
      })}
    </div>
  )
}
