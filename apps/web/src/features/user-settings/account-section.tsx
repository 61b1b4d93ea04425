import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useHasRole, useUserSettings } from '../../lib/session/user-settings.ts'
import { useStorageWords } from '../../portfolio/family-storage.ts'
import { Avatar } from '../../ui/display/avatar.tsx'
import { Button } from '../../ui/display/button.tsx'
import { Note } from '../../ui/display/note.tsx'
import styles from './account-section.module.css'
import { SettingRow } from './setting-row.tsx'
import { backupCodesQuery } from './use-credentials.ts'
import { useSettingsForm } from './use-settings-form.ts'

/** Name and credentials of the user. */
export function AccountSection() {
  const text = useText()
  const format = useFormat()
  const settings = useUserSettings()
  const isDemo = useHasRole('demo')
  const { openForm } = useSettingsForm()
  const { name, user, email, password_changed_at: changedAt } = settings
  const row = (
    label: string,
    note: string,
    form: 'name' | 'username' | 'email' | 'password',
    what: string,
  ) => (
    <SettingRow label={label} note={note}>
      {!isDemo && (
        <Button aria-label={what} onClick={() => openForm(form)}>
          {text('change')}
        </Button>
      )}
    </SettingRow>
  )
  return (
    <>
      <Head />
      {isDemo && (
        <div className={styles.demo}>
          <Note tone="accent">{text('settings_demo_note')}</Note>
        </div>
      )}
      {row(text('settings_name'), name, 'name', text('change_name'))}
      {row(text('username'), user, 'username', text('change_username'))}
      {row(text('email'), email, 'email', text('change_email'))}
      {row(
        text('password'),
        changedAt === null
          ? text('password_never_changed')
          : text('password_changed_on', { date: format.localDate(new Date(changedAt)) }),
        'password',
        text('change_password'),
      )}
      {!isDemo && <TwoFactorRows />}
      <StorageRow />
      {settings.is_beta_tester && (
        <SettingRow label={text('beta_features')} note={text('beta_features_note')} />
      )}
    </>
  )
}

function Head() {
  const text = useText()
  const format = useFormat()
  const { name, role, account, registrationDate } = useUserSettings()
  const words = [
    text(`role_${role}`),
    ...(account === null ? [] : [text('settings_family', { family: account })]),
    text('settings_since', { date: format.localDate(new Date(registrationDate)) }),
  ]
  return (
    <div className={styles.head}>
      <Avatar name={name} size="large" />
      <div className={styles.who}>
        <h3 className={styles.name}>{name}</h3>
        <p className={styles.words}>{words.join(' · ')}</p>
      </div>
    </div>
  )
}

/** What the family of the user stores; staff find it in the settings of each family. */
function StorageRow() {
  const text = useText()
  const { account, family } = useUserSettings()
  const words = useStorageWords(account === null ? null : (family?.id ?? null))
  return words === undefined ? null : <SettingRow label={text('storage')} note={words} />
}

function TwoFactorRows() {
  const text = useText()
  const { is_mfa_active: isOn, is_mfa_required: isRequired } = useUserSettings()
  const { openForm } = useSettingsForm()
  const { data } = useQuery({ ...backupCodesQuery, enabled: isOn })
  if (!isOn) {
    return (
      <SettingRow label={text('two_factor')} note={text('two_factor_is_off')}>
        <Button variant="primary" onClick={() => openForm('two-factor')}>
          {text('two_factor_set_up')}
        </Button>
      </SettingRow>
    )
  }
  return (
    <>
      <SettingRow
        label={text('two_factor')}
        note={text(isRequired ? 'two_factor_is_required' : 'two_factor_is_on')}
      >
        {!isRequired && (
          <Button onClick={() => openForm('two-factor-off')}>{text('two_factor_turn_off')}</Button>
        )}
      </SettingRow>
      <SettingRow
        label={text('backup_codes')}
        note={data === undefined ? '' : text('backup_codes_left', { count: data.remaining })}
      >
        <Button onClick={() => openForm('backup-codes')}>{text('backup_codes_new')}</Button>
      </SettingRow>
    </>
  )
}
