import { contract } from 'virtual:contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../lib/api/api.ts'
import { needsPassword } from '../../../lib/api/api-error.ts'
import { showToast } from '../../../lib/browser/toasts.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx'
import { useRefreshCredentials } from '../use-credentials.ts'
import type { SettingsFormProps } from '../use-settings-form.ts'
import { SecondFactorInput } from './second-factor-input.tsx'
import styles from './two-factor.module.css'

/** Turns two-factor off after confirmation by a code of the app or a backup code. */
export function TurnOffDialog({ frame }: SettingsFormProps) {
  const text = useText()
  const refresh = useRefreshCredentials()
  const [code, setCode] = useState('')
  const [failures, setFailures] = useState(0)
  const turningOff = useMutation({
    mutationFn: (otp: string) => call(contract.auth.deactivateTwoFactor, { body: { otp } }),
    meta: { quiet: true },
    onSuccess: () => {
      refresh()
      showToast(text('two_factor_turned_off'), 'success')
      frame.onClose()
    },
    onError: (error, otp) => {
      if (needsPassword(error)) return
      setFailures(count => count + 1)
      // Clear six digits for a new attempt, but let the user correct a backup code.
      if (otp.length === 6) setCode('')
    },
  })
  return (
    <FormDialog
      {...frame}
      title={text('two_factor_off_title')}
      submitLabel={text('two_factor_turn_off')}
      isDangerous
      isBusy={turningOff.isPending}
      isDisabled={code.trim().length < 6}
      onSubmit={() => turningOff.mutate(code.trim())}
    >
      <p className={styles.words}>{text('two_factor_off_note')}</p>
      <SecondFactorInput
        code={code}
        onChange={next => {
          setCode(next)
          if (turningOff.isError) turningOff.reset()
        }}
        failures={failures}
        error={turningOff.error}
        isBusy={turningOff.isPending}
        mayBeBackup
      />
    </FormDialog>
  )
}
