import { shareBar } from '@plumbline/charts'
import { classNames } from '../class-names.ts'
import styles from './share-bar.module.css'

export interface SharePart {
  key: string
  label: string
  value: number | null
  colour: string
}

interface ShareBarProps {
  parts: readonly SharePart[]
  /** Thin under a headline, thick above a list. */
  size?: 'thin' | 'thick'
  /** The part to point out, while the others step back. */
  marked?: string | null
}

const whole = 100

/** Parts of a whole side by side. The list beside it tells the same in words, so it is silent. */
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
