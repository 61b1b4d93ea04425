import { useText } from '../../../lib/i18n/i18n.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { useRefreshCredentials } from '../use-credentials.ts'
import type { SettingsFormProps } from '../use-settings-form.ts'
import { SetupActions } from './setup-actions.tsx'
import { SetupSteps } from './setup-steps.tsx'
import { useTwoFactorSetup } from './use-two-factor-setup.ts'

/** The two-factor setup, above the settings. */
export function SetupDialog({ frame }: SettingsFormProps) {
  const text = useText()
  const setup = useTwoFactorSetup()
  const refresh = useRefreshCredentials()
  const close = () => {
    if (setup.state.step === 'backup') refresh()
    frame.onClose()
  }
  return (
    <Dialog
      {...frame}
      onClose={close}
      title={text('two_factor')}
      // Ask before closing: the scanned key is shown only once. The backup codes must be kept.
      isEdited={setup.state.step === 'scan' || setup.state.step === 'code'}
      isHeld={setup.state.step === 'backup'}
      footer={<SetupActions setup={setup} onCancel={close} onDone={close} />}
    >
      <SetupSteps setup={setup} isRequired={false} />
    </Dialog>
  )
}
