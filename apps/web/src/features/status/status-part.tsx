import { useQuery } from '@tanstack/react-query'
import { lazyComponent } from '../../lib/browser/lazy-component.tsx'
import { needsSecondFactor, SettingsContext, settingsQuery } from '../../lib/session/user-settings.ts'
import styles from './status.module.css'

const StatusList = lazyComponent(() => import('./status-list.tsx').then(module => module.StatusList))

/** The status list for phones, where the top bar has no popover. */
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
