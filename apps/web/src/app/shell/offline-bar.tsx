import { type QueryClient, type QueryObserver, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { unreachableText } from '../../lib/api/unreachable-text.ts'
import { useOnline } from '../../lib/browser/online.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Icon } from '../../ui/display/icon.tsx'
import styles from './offline-bar.module.css'

/** Warns above loaded figures that there is no connection, with its cause and the time of the data. */
export function OfflineBar() {
  const text = useText()
  const format = useFormat()
  const queryClient = useQueryClient()
  const isWaiting = useIsWaiting(queryClient)
  if (useOnline()) return null
  const { title, note } = unreachableText(text)
  const loadedAt = Math.max(
    0,
    ...queryClient
      .getQueryCache()
      .getAll()
      .map(query => query.state.dataUpdatedAt),
  )
  return (
    <div className={styles.bar} role="alert">
      <Icon name="offline" className={styles.icon} />
      <b className={styles.title}>{title}</b>
      <span className={styles.words}>{isWaiting ? text('offline_filter_waits') : note}</span>
      {loadedAt > 0 && (
        <span className={styles.time}>
          {text('offline_figures_of', { time: format.moment(new Date(loadedAt)) })}
        </span>
      )}
    </div>
  )
}

/** Whether figures of another filter were requested, so that those on screen are of the previous one. */
function useIsWaiting(queryClient: QueryClient): boolean {
  const cache = queryClient.getQueryCache()
  return useSyncExternalStore(
    useCallback(listener => cache.subscribe(listener), [cache]),
    () =>
      cache
        .findAll({ type: 'active', fetchStatus: 'paused' })
        .some(query => query.state.data === undefined && query.observers.some(isShowingPrevious)),
  )
}

function isShowingPrevious(observer: QueryObserver): boolean {
  return observer.getCurrentResult().isPlaceholderData
}
