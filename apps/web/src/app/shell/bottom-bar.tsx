import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { lazyComponent } from '../../lib/browser/lazy-component.tsx'
import { useText } from '../../lib/i18n/i18n.ts'
import { Icon } from '../../ui/display/icon.tsx'
import { popups } from '../../ui/overlay/popup/popups.ts'
import styles from './bottom-bar.module.css'
import { useTabs } from './tabs.ts'

const MoreSheet = lazyComponent(() => import('./more-sheet.tsx').then(module => module.MoreSheet))

/** The navigation on phones: four tabs within thumb reach, the rest under More. */
export function BottomBar() {
  const text = useText()
  const { pathname } = useLocation()
  const tabs = useTabs()
  const [isMoreOpen, setIsMoreOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const isUnderMore = tabs.underMore.some(tab => pathname.startsWith(tab.to))
  return (
    <nav className={styles.bar} aria-label={text('main_navigation')}>
      {tabs.onPhone.map(({ to, label, icon, search }) => (
        <Link
          key={to}
          to={to}
          {...(search && { search })}
          className={styles.tab}
          activeOptions={{ includeSearch: false }}
          activeProps={{ 'aria-current': 'page' }}
        >
          <Icon name={icon} />
          {text(label)}
        </Link>
      ))}
      <button
        type="button"
        className={styles.tab}
        aria-haspopup="dialog"
        aria-expanded={isMoreOpen}
        aria-current={isUnderMore ? 'true' : undefined}
        onPointerEnter={() => void popups.load()}
        onClick={() => {
          void popups.load()
          setWasOpened(true)
          setIsMoreOpen(true)
        }}
      >
        <Icon name="menu" />
        {text('tab_more')}
      </button>
      {wasOpened && <MoreSheet isOpen={isMoreOpen} onClose={() => setIsMoreOpen(false)} />}
    </nav>
  )
}
