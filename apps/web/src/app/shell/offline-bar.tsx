import { useQueryClient } from '@tanstack/react-query'
import { useOnline } from '../../lib/browser/online.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Icon } from '../../ui/display/icon.tsx'
import styles from './offline-bar.module.css'

/** Warns above loaded figures that the app is offline, with the time of the data. */
export function OfflineBar() {
  const text = useText()
  const format = useFormat()
  const queryClient = useQueryClient()
  if (useOnline()) return null
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
      <b className={styles.title}>{text('offline_title')}</b>
      <span className={styles.words}>{text('offline_text')}</span>
      {loadedAt > 0 && (
        <span className={styles.time}>
          {text('offline_figures_of', { time: format.moment(new Date(loadedAt)) })}
        </span>
      )}
    </div>
  )
}
