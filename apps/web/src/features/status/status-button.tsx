import { useQuery } from '@tanstack/react-query'
import { useFilter } from '../../filter/use-filter.ts'
import { lazyPart } from '../../lib/browser/lazy-part.tsx'
import { useText } from '../../lib/i18n/i18n.ts'
import { SettingsContext, settingsQuery } from '../../lib/session/user-settings.ts'
import { IconButton } from '../../ui/display/icon-button.tsx'
import { Popover } from '../../ui/overlay/popover.tsx'
import styles from './status.module.css'
import { needsAttention, statusQuery } from './use-status.ts'

const StatusList = lazyPart(() => import('./status-list.tsx').then(part => part.StatusList))

/** In the bar above every screen: how the data sources behind the figures are doing. */
export function StatusButton() {
  const { data } = useQuery(settingsQuery)
  if (data === undefined) return null
  // The bar stands outside of the screens, which have the settings from their frame.
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
