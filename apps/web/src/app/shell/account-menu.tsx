import { hasRole } from 'virtual:contract'
import type { UserSettings } from '@plumbline/contract'
import { useModal } from '../../lib/browser/modals.ts'
import { useLanguage, useText } from '../../lib/i18n/i18n.ts'
import { languageChoices } from '../../lib/i18n/language-choices.ts'
import { useChooseLanguage } from '../../lib/session/personal-choices.ts'
import { needsSecondFactor } from '../../lib/session/user-settings.ts'
import { Avatar } from '../../ui/display/avatar.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../../ui/overlay/menu.tsx'
import styles from './account-menu.module.css'
import { ArchiveItem } from './archive-item.tsx'

/** The menu of the current user: account settings, preferences and sign-out. */
export function AccountMenu({ settings }: { settings: UserSettings }) {
  const text = useText()
  const modal = useModal()
  const language = useLanguage()
  const chooseLanguage = useChooseLanguage()
  const role = text(`role_${settings.role}`)
  // Staff belong to no family: the last one they chose may not be the one in view.
  const family = settings.account
  return (
    <Menu
      trigger={
        <button type="button" className={styles.trigger}>
          <Avatar name={settings.name} />
          <span className="visually-hidden">
            {text('account_menu')}: {settings.name}
          </span>
          <span className={styles.family}>{family ?? settings.name}</span>
          <Icon name="chevron-down" size={12} className={styles.chevron} />
        </button>
      }
    >
      <div className={styles.who}>
        <Avatar name={settings.name} />
        <div>
          <div className={styles.name}>{settings.name}</div>
          <div className={styles.role}>
            {family === null ? role : text('role_in_family', { role, family })}
          </div>
        </div>
      </div>
      <MenuSeparator />
      {!needsSecondFactor(settings) && (
        <>
          <MenuItem icon="user" onSelect={() => modal.open({ kind: 'settings' })}>
            {text('settings')}
          </MenuItem>
          <MenuItem icon="home" onSelect={() => modal.open({ kind: 'assets' })}>
            {text('assets_title')}
          </MenuItem>
          {!hasRole(settings.role, 'demo') && (
            <>
              <MenuItem icon="plus" onSelect={() => modal.open({ kind: 'new-account' })}>
                {text('new_account')}
              </MenuItem>
              <MenuItem icon="up" onSelect={() => modal.open({ kind: 'import' })}>
                {text('imports_menu')}
              </MenuItem>
              <ArchiveItem />
            </>
          )}
          <MenuItem icon="check" onSelect={() => modal.open({ kind: 'data-quality' })}>
            {text('data_quality')}
          </MenuItem>
          {hasRole(settings.role, 'admin') && (
            <MenuItem
              icon="key"
              end={<span className={styles.hint}>{text('admins_only')}</span>}
              onSelect={() => modal.open({ kind: 'admin' })}
            >
              {text('admin_panel')}
            </MenuItem>
          )}
          <MenuSeparator />
        </>
      )}
      <MenuChoice
        label={text('language')}
        choices={languageChoices}
        value={language}
        onChange={chooseLanguage}
      />
      <MenuSeparator />
      <div className={styles.keyboard}>
        <MenuItem icon="menu" end={<kbd>?</kbd>} onSelect={() => modal.open({ kind: 'keyboard' })}>
          {text('keyboard')}
        </MenuItem>
      </div>
      <MenuItem icon="logout" onSelect={() => modal.open({ kind: 'sign-out' })}>
        {text('sign_out')}
      </MenuItem>
    </Menu>
  )
}
