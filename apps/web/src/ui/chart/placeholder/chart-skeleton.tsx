import { useText } from '../../../lib/i18n/i18n.ts'
import { Skeleton, useDelayed } from '../../layout/skeleton.tsx'
import styles from './chart-skeleton.module.css'

/** The placeholder of a loading chart. Its grid lines appear after a short delay. */
export function ChartSkeleton({ height, hasBrush = false }: { height: number; hasBrush?: boolean }) {
  const text = useText()
  const isShown = useDelayed()
  return (
    <div role="status" aria-label={text('loading')}>
      <div className={styles.panel} style={{ height }}>
        {isShown && [0, 1, 2, 3, 4].map(line => <span key={line} className={styles.line} />)}
      </div>
      {hasBrush && <div className={styles.brush}>{isShown && <Skeleton height={38} />}</div>}
    </div>
  )
}
