import type { ComponentType } from 'react'
import { lazyComponent } from '../../lib/browser/lazy-component.tsx'
import { useDelayedUnmount } from '../../ui/overlay/use-delayed-unmount.ts'
import {
  type SettingsForm,
  type SettingsFormProps,
  settingsForms,
  useSettingsForm,
} from './use-settings-form.ts'

const forms: Record<SettingsForm, ComponentType<SettingsFormProps>> = {
  name: lazyComponent(() => import('./name-dialog.tsx').then(module => module.NameDialog)),
  username: lazyComponent(() => import('./username-dialog.tsx').then(module => module.UsernameDialog)),
  email: lazyComponent(() => import('./email-dialog.tsx').then(module => module.EmailDialog)),
  password: lazyComponent(() => import('./password-dialog.tsx').then(module => module.PasswordDialog)),
  'two-factor': lazyComponent(() =>
    import('./two-factor/setup-dialog.tsx').then(module => module.SetupDialog),
  ),
  'two-factor-off': lazyComponent(() =>
    import('./two-factor/turn-off-dialog.tsx').then(module => module.TurnOffDialog),
  ),
  'backup-codes': lazyComponent(() =>
    import('./two-factor/renew-codes-dialog.tsx').then(module => module.RenewCodesDialog),
  ),
  token: lazyComponent(() => import('./new-token-dialog.tsx').then(module => module.NewTokenDialog)),
  revoke: lazyComponent(() => import('./revoke-token-dialog.tsx').then(module => module.RevokeTokenDialog)),
}

/** The form named in the URL, above the settings. Focus returns to the button that opened it. */
export function SettingsForms({ form, id }: { form: string | undefined; id: string | undefined }) {
  const { closeForm } = useSettingsForm()
  const wanted = settingsForms.find(name => name === form) ?? null
  const { shown, isOpen, onClosed } = useDelayedUnmount(wanted)
  if (shown === null) return null
  const Form = forms[shown]
  return <Form key={shown} id={id} frame={{ isOpen, onClose: closeForm, onClosed }} />
}
