import { useQuery } from '@tanstack/react-query'
import { useFilter } from '../../filter/use-filter.ts'
import { lazyComponent } from '../../lib/browser/lazy-component.tsx'
import { useText } from '../../lib/i18n/i18n.ts'
import { SettingsContext, settingsQuery } from '../../lib/session/user-settings.ts'
import { IconButton } from '../../ui/display/icon-button.tsx'
import { Popover } from '../../ui/overlay/popover.tsx'
import styles from './status.module.css'
import { needsAttention, statusQuery } from './use-status.ts'

const StatusList = lazyComponent(() => import('./status-list.tsx').then(module => module.StatusList))

/** The status of the data sources, in the top bar. */
export function StatusButton() {
  const { data } = useQuery(settingsQuery)
  if (data === undefined) return null
  // The top bar is outside the frame that loads the settings for the screens.
  return (
    <SettingsContext value={data}>
      <Control />
    </SettingsContext>
  )
}

function Control() {
  const text = useText()
  const { body } = useFilter()
  const query = useQuery(statusQuery(body))
  const isMarked = query.data !== undefined && needsAttention(query.data)
  return (
    <span className={styles.button}>
      <Popover
        align="end"
        title={text('status_title')}
        isTitleHidden
        trigger={<IconButton icon="plug" label={text(isMarked ? 'status_attention' : 'status_title')} />}
      >
        <StatusList />
      </Popover>
      {isMarked && <span className={styles.mark} aria-hidden="true" />}
    </span>
  )
}
