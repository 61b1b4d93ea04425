import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'
import { ErrorNotice } from '../ui/layout/error-notice.tsx'
import { PartBoundary } from './part-boundary.tsx'
import styles from './query-part.module.css'

interface QueryPartProps<Data> {
  query: UseQueryResult<Data>
  /** Its own layout, empty; it waits a moment by itself. */
  skeleton: ReactNode
  className?: string | undefined
  /** What stands around a failure where the part has no card of its own. */
  frame?: (notice: ReactNode) => ReactNode
  children: (data: Data) => ReactNode
}

/**
 * What a card shows of an answer: a skeleton while there is none, the failure in its place, and the figures
 * of the last filter more quietly until those of the new one are there. The rest of the page is not touched.
 */
export function QueryPart<Data>({
  query,
  skeleton,
  className,
  frame = notice => notice,
  children,
}: QueryPartProps<Data>) {
  const { data, error, refetch, isFetching, isPlaceholderData } = query
  if (data === undefined) {
    if (error === null) return skeleton
    return frame(<ErrorNotice error={error} onRetry={() => void refetch()} isRetrying={isFetching} />)
  }
  return (
    <PartBoundary of={data} frame={frame} onRetry={() => void refetch()}>
      <div
        className={classNames(styles.part, isPlaceholderData && styles.old, className)}
        aria-busy={isPlaceholderData || undefined}
      >
        <Part data={data}>{children}</Part>
      </div>
    </PartBoundary>
  )
}

/** A component of its own, so that the boundary around it catches what drawing it throws. */
function Part<Data>({ data, children }: { data: Data; children: (data: Data) => ReactNode }) {
  return children(data)
}
