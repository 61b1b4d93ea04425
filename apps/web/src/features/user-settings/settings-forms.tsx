import type { ComponentType } from 'react'
import { lazyPart } from '../../lib/browser/lazy-part.tsx'
import { useLingering } from '../../ui/overlay/lingering.ts'
import {
  type SettingsForm,
  type SettingsFormProps,
  settingsForms,
  useSettingsForm,
} from './use-settings-form.ts'

const forms: Record<SettingsForm, ComponentType<SettingsFormProps>> = {
  name: lazyPart(() => import('./name-dialog.tsx').then(part => part.NameDialog)),
  username: lazyPart(() => import('./username-dialog.tsx').then(part => part.UsernameDialog)),
  email: lazyPart(() => import('./email-dialog.tsx').then(part => part.EmailDialog)),
  password: lazyPart(() => import('./password-dialog.tsx').then(part => part.PasswordDialog)),
  'two-factor': lazyPart(() => import('./two-factor/setup-dialog.tsx').then(part => part.SetupDialog)),
  'two-factor-off': lazyPart(() =>
    import('./two-factor/turn-off-dialog.tsx').then(part => part.TurnOffDialog),
  ),
  'backup-codes': lazyPart(() =>
    import('./two-factor/renew-codes-dialog.tsx').then(part => part.RenewCodesDialog),
  ),
  token: lazyPart(() => import('./new-token-dialog.tsx').then(part => part.NewTokenDialog)),
  revoke: lazyPart(() => import('./revoke-token-dialog.tsx').then(part => part.RevokeTokenDialog)),
}

/** The form that the address asks for, above the settings. Focus returns to the button that opened it. */
export function SettingsForms({ form, id }: { form: string | undefined; id: string | undefined }) {
  const { closeForm } = useSettingsForm()
  const wanted = settingsForms.find(name => name === form) ?? null
  const { shown, isOpen, onClosed } = useLingering(wanted)
  if (shown === null) return null
  const Form = forms[shown]
  return <Form key={shown} id={id} frame={{ isOpen, onClose: closeForm, onClosed }} />
}
