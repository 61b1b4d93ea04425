import type { UserSettings } from '@plumbline/contract'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { StatusButton } from '../../features/status/status-button.tsx'
import { useModal } from '../../lib/browser/modals.ts'
import { togglePrivacy, usePrivacy } from '../../lib/browser/privacy.ts'
import { useTheme } from '../../lib/browser/theme.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useToggleTheme } from '../../lib/session/personal-choices.ts'
import { needsSecondFactor } from '../../lib/session/user-settings.ts'
import { IconButton } from '../../ui/display/icon-button.tsx'
import { Mark } from '../../ui/layout/plumb-line.tsx'
import { AccountMenu } from './account-menu.tsx'
import { BellButton } from './bell-button.tsx'
import { HeaderFamily } from './header-family.tsx'
import { SearchButton } from './search-button.tsx'
import { useTabs } from './tabs.ts'
import styles from './top-bar.module.css'

/** The bar on top of every screen. */
export function TopBar({ settings }: { settings: UserSettings | undefined }) {
  const text = useText()
  const nav = useRef<HTMLElement>(null)
  const { all: tabs } = useTabs()
  const { pathname } = useLocation()
  // On narrow screens the tabs scroll: keep the current one in view.
  useEffect(() => {
    nav.current
      ?.querySelector(`[href="${pathname}"], [href^="${pathname}?"]`)
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [pathname])
  return (
    <header className={styles.bar}>
      <Link
        to="/overview"
        className={styles.logo}
        aria-label={`${text('product_name')}, ${text('home_page')}`}
      >
        <Mark />
        <span>{text('product_name')}</span>
      </Link>
      {settings !== undefined && !needsSecondFactor(settings) && (
        <span className={styles.family}>
          <HeaderFamily />
        </span>
      )}
      <nav ref={nav} className={styles.tabs} aria-label={text('main_navigation')}>
        {tabs.map(({ to, label, search }) => (
          <Link
            key={to}
            to={to}
            {...(search && { search })}
            className={styles.tab}
            activeOptions={{ includeSearch: false }}
            activeProps={{ 'aria-current': 'page' }}
          >
            {text(label)}
          </Link>
        ))}
      </nav>
      <span className={styles.spacer} />
      {settings !== undefined && <SearchButton />}
      <div className={styles.switches}>
        {settings !== undefined && !needsSecondFactor(settings) && <StatusButton />}
        <PrivacySwitch />
        {settings !== undefined && !needsSecondFactor(settings) && <ReportsButton />}
      </div>
      {settings !== undefined && !needsSecondFactor(settings) && <BellButton />}
      <div className={styles.switches}>
        <ThemeSwitch />
        <span className={styles.divider} />
      </div>
      {settings !== undefined && <AccountMenu settings={settings} />}
    </header>
  )
}

function ReportsButton() {
  const text = useText()
  const { open } = useModal()
  return (
    <IconButton
      icon="document"
      label={text('reports_title')}
      onClick={() => void open({ kind: 'reports' })}
    />
  )
}

function PrivacySwitch() {
  const text = useText()
  const isPrivate = usePrivacy()
  return (
    <IconButton
      icon={isPrivate ? 'eye-off' : 'eye'}
      label={text('hide_amounts')}
      isOn={isPrivate}
      onClick={togglePrivacy}
    />
  )
}

function ThemeSwitch() {
  const text = useText()
  const theme = useTheme()
  const toggleTheme = useToggleTheme()
  return (
    <IconButton
      icon={theme === 'dark' ? 'sun' : 'moon'}
      label={text(theme === 'dark' ? 'theme_light' : 'theme_dark')}
      onClick={toggleTheme}
    />
  )
}
