import { Card } from '../../ui/layout/card.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import styles from './overview-screen.module.css'

/** Reserves the height of the first two cards of the lower half, so that the page can scroll at once. */
export function LowerSkeleton() {
  return (
    <>
      <Card className={styles.wide}>
        <SkeletonRows rows={12} rowHeight={28} />
      </Card>
      <Card className={styles.narrow}>
        <SkeletonRows rows={12} rowHeight={28} />
      </Card>
    </>
  )
}
