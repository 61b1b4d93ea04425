import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { unreachable } from '../lib/api/api-error.ts'
import { isLoading } from '../lib/api/query-client.ts'
import { probe } from '../lib/browser/online.ts'
import { useText } from '../lib/i18n/i18n.ts'
import { classNames } from '../ui/class-names.ts'
import { ErrorNotice } from '../ui/layout/error-notice.tsx'
import styles from './query-section.module.css'
import { SectionBoundary } from './section-boundary.tsx'

interface QuerySectionProps<Data> {
  query: UseQueryResult<Data>
  /** An empty version of the layout. It appears after a short delay. */
  skeleton: ReactNode
  className?: string | undefined
  /** Wraps the error notice of a section without a card of its own. */
  frame?: (notice: ReactNode) => ReactNode
  children: (data: Data) => ReactNode
}

/**
 * Renders the result of a query: a skeleton while loading, an error notice in place, and dimmed figures of
 * the previous filter until the new ones arrive.
 */
export function QuerySection<Data>({
  query,
  skeleton,
  className,
  frame = notice => notice,
  children,
}: QuerySectionProps<Data>) {
  const { data, refetch, isFetching, isPaused, isPlaceholderData, failureReason } = query
  // Without a connection a first request waits; there is nothing to show meanwhile.
  const error = isPaused ? unreachable(failureReason) : query.error
  if (data === undefined) {
    if (error === null)
      return (
        <>
          {isLoading(failureReason) && <StillLoading />}
          {skeleton}
        </>
      )
    const retry = isPaused ? probe : refetch
    return frame(<ErrorNotice error={error} onRetry={() => void retry()} isRetrying={isFetching} />)
  }
  return (
    <SectionBoundary resetKey={data} frame={frame} onRetry={() => void refetch()}>
      <div
        className={classNames(styles.part, isPlaceholderData && styles.old, className)}
        aria-busy={isPlaceholderData || undefined}
      >
        <Content data={data}>{children}</Content>
      </div>
    </SectionBoundary>
  )
}

/** A first load of many families takes longer than a caller waits for one reply. */
function StillLoading() {
  const text = useText()
  return (
    <p role="status" className={styles.loading}>
      {text('still_loading')}
    </p>
  )
}

/** A separate component, so that the boundary around it catches rendering errors. */
function Content<Data>({ data, children }: { data: Data; children: (data: Data) => ReactNode }) {
  return children(data)
}
