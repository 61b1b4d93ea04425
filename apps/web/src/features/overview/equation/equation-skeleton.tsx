import { useText } from '../../../lib/i18n/i18n.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Skeleton, useDelayed } from '../../../ui/layout/skeleton.tsx'
import styles from './equation-header.module.css'
import skeleton from './equation-skeleton.module.css'

/** The loading state of the equation. */
export function EquationSkeleton({ hasOpening }: { hasOpening: boolean }) {
  const text = useText()
  const isShown = useDelayed()
  const terms = hasOpening ? [0, 1, 2, 3] : [0, 1, 2]
  return (
    <div
      role="status"
      aria-label={text('loading')}
      className={classNames(styles.equation, hasOpening && styles.four)}
    >
      {terms.flatMap(term => [
        ...(term === 0 ? [] : [<span key={`gap ${term}`} className={styles.operator} />]),
        <div key={term} className={classNames(styles.term, skeleton.term)}>
          {isShown && (
            <>
              <Skeleton width={110} />
              <Skeleton width={230} height={26} />
              <Skeleton height={4} />
              <Skeleton width={280} />
            </>
          )}
        </div>,
      ])}
    </div>
  )
}
