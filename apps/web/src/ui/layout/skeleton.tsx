import { useEffect, useState } from 'react'
import { useText } from '../../lib/i18n/i18n.ts'
import styles from './skeleton.module.css'

const showAfterMs = 200

interface SkeletonProps {
  width?: number | string
  height?: number
}

/** The placeholder of loading content. */
export function Skeleton({ width = '100%', height = 12 }: SkeletonProps) {
  return <span className={styles.skeleton} style={{ width, height }} />
}

/** Placeholder rows of a list or table, shown after a short delay so that fast loads show none. */
export function SkeletonRows({ rows = 5, rowHeight = 34 }: { rows?: number; rowHeight?: number }) {
  const text = useText()
  const isShown = useDelayed()
  return (
    <div role="status" aria-busy={true} aria-label={text('loading')} className={styles.rows}>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike.
        <div key={index} className={styles.row} style={{ height: rowHeight }}>
          {isShown && (
            <>
              <Skeleton width={90 + ((index * 37) % 70)} />
              <span className={styles.spacer} />
              <Skeleton width={92} />
              <Skeleton width={40} />
            </>
          )}
        </div>
      ))}
    </div>
  )
}

export function useDelayed(delayMs = showAfterMs): boolean {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    const waiting = setTimeout(() => setIsOver(true), delayMs)
    return () => clearTimeout(waiting)
  }, [delayMs])
  return isOver
}
