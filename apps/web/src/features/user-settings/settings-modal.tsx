import { useModal } from '../../lib/browser/modals.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useHasRole } from '../../lib/session/user-settings.ts'
import { Button } from '../../ui/display/button.tsx'
import type { IconName } from '../../ui/display/icons.tsx'
import { Tabs } from '../../ui/layout/tabs.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import type { ModalProps } from '../../ui/overlay/modal-props.ts'
import { AccountSection } from './account-section.tsx'
import { PreferencesSection } from './preferences-section.tsx'
import { SettingsForms } from './settings-forms.tsx'
import styles from './settings-modal.module.css'
import { SignInsSection } from './sign-ins-section.tsx'
import { TokensSection } from './tokens-section.tsx'

const sections = {
  account: { icon: 'user', Section: AccountSection },
  preferences: { icon: 'edit', Section: PreferencesSection },
  sign_ins: { icon: 'key', Section: SignInsSection },
  tokens: { icon: 'plug', Section: TokensSection },
} as const satisfies Record<string, { icon: IconName; Section: () => React.ReactNode }>

type SectionName = keyof typeof sections

/** The settings of the user. The demo account is shared and offers only device preferences. */
export function SettingsModal({ modal, frame }: ModalProps<'settings'>) {
  const text = useText()
  const { change, open } = useModal()
  const isDemo = useHasRole('demo')
  const names: SectionName[] = isDemo
    ? ['account', 'preferences']
    : ['account', 'preferences', 'sign_ins', 'tokens']
  const name = names.find(each => each === modal.tab) ?? 'account'
  const { Section } = sections[name]
  return (
    <Dialog {...frame} title={text('settings')} width={820} isFullOnPhone isFilling>
      <Tabs
        label={text('settings')}
        isAside
        tabs={names.map(value => ({
          value,
          label: text(`settings_${value}`),
          icon: sections[value].icon,
        }))}
        value={name}
        onChange={tab => change({ tab, form: undefined, id: undefined })}
        end={
          <div className={styles.signOut}>
            <Button variant="quiet" icon="logout" onClick={() => open({ kind: 'sign-out' })}>
              {text('sign_out')}
            </Button>
          </div>
        }
      >
        <div className={styles.section}>
          <Section />
        </div>
      </Tabs>
      {!isDemo && <SettingsForms form={modal.form} id={modal.id} />}
    </Dialog>
  )
}
