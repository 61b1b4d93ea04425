import { Link } from '@tanstack/react-router'
import { StatusPart } from '../../features/status/status-part.tsx'
import { useLazyChunk } from '../../lib/browser/lazy-chunk.ts'
import { useModal } from '../../lib/browser/modals.ts'
import { togglePrivacy, usePrivacy } from '../../lib/browser/privacy.ts'
import { useTheme } from '../../lib/browser/theme.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useToggleTheme } from '../../lib/session/personal-choices.ts'
import { Icon } from '../../ui/display/icon.tsx'
import { Switch } from '../../ui/form/checkbox.tsx'
import { popups } from '../../ui/overlay/popup/popups.ts'
import styles from './bottom-bar.module.css'
import { useTabs } from './tabs.ts'

const modals = [
  { kind: 'reports', icon: 'document', label: 'reports_title' },
  { kind: 'sign-out', icon: 'logout', label: 'sign_out' },
] as const

/** What phones have under More: the other tabs, and switches. */
export function MoreSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const text = useText()
  const { open } = useModal()
  const isPrivate = usePrivacy()
  const theme = useTheme()
  const toggleTheme = useToggleTheme()
  const loaded = useLazyChunk(popups)
  const { underMore } = useTabs()
  if (loaded === null) return null
  return (
    <loaded.Dialog isOpen={isOpen} onClose={onClose} title={text('tab_more')}>
      <ul className={styles.more}>
        {underMore.map(({ to, label, icon }) => (
          <li key={to}>
            <Link to={to} className={styles.link} activeProps={{ 'aria-current': 'page' }} onClick={onClose}>
              <Icon name={icon} />
              {text(label)}
            </Link>
          </li>
        ))}
        {modals.map(({ kind, icon, label }) => (
          <li key={kind}>
            <button
              type="button"
              className={styles.link}
              onClick={() => {
                onClose()
                void open({ kind })
              }}
            >
              <Icon name={icon} />
              {text(label)}
            </button>
          </li>
        ))}
      </ul>
      {isOpen && <StatusPart />}
      <div className={styles.switches}>
        <Switch label={text('hide_amounts')} checked={isPrivate} onChange={togglePrivacy} />
        <Switch label={text('theme_dark')} checked={theme === 'dark'} onChange={toggleTheme} />
      </div>
    </loaded.Dialog>
  )
}
