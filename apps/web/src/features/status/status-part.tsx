import { useQuery } from '@tanstack/react-query'
import { lazyPart } from '../../lib/browser/lazy-part.tsx'
import { needsSecondFactor, SettingsContext, settingsQuery } from '../../lib/session/user-settings.ts'
import styles from './status.module.css'

const StatusList = lazyPart(() => import('./status-list.tsx').then(part => part.StatusList))

/** The same as the popover of the bar, where a phone has room for it. */
export function StatusPart() {
  const { data } = useQuery(settingsQuery)
  if (data === undefined || needsSecondFactor(data.settings)) return null
  return (
    <SettingsContext value={data}>
      <div className={styles.part}>
        <StatusList />
      </div>
    </SettingsContext>
  )
}
