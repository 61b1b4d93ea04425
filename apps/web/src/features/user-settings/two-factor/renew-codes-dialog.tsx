import { contract } from 'virtual:contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../lib/api/api.ts'
import { needsPassword } from '../../../lib/api/api-error.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { Button } from '../../../ui/display/button.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { Dialog, Spacer } from '../../../ui/overlay/dialog.tsx'
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx'
import { useRefreshCredentials } from '../use-credentials.ts'
import type { SettingsFormProps } from '../use-settings-form.ts'
import { BackupCodes } from './backup-codes.tsx'
import { SecondFactorInput } from './second-factor-input.tsx'
import styles from './two-factor.module.css'

/** Replaces the backup codes after confirmation by a code of the app. */
export function RenewCodesDialog({ frame }: SettingsFormProps) {
  const text = useText()
  const refresh = useRefreshCredentials()
  const [code, setCode] = useState('')
  const [failures, setFailures] = useState(0)
  const [isKept, setIsKept] = useState(false)
  const renewing = useMutation({
    mutationFn: async (otp: string) => (await call(contract.auth.renewBackupCodes, { body: { otp } })).data,
    meta: { quiet: true },
    onSuccess: refresh,
    onError: error => {
      if (needsPassword(error)) return
      setFailures(count => count + 1)
      setCode('')
    },
  })
  if (renewing.isSuccess) {
    return (
      <Dialog
        {...frame}
        title={text('backup_codes')}
        isHeld
        footer={
          <>
            <Checkbox
              label={text('backup_codes_kept')}
              checked={isKept}
              onChange={event => setIsKept(event.target.checked)}
            />
            <Spacer />
            <Button variant="primary" disabled={!isKept} onClick={frame.onClose}>
              {text('done')}
            </Button>
          </>
        }
      >
        <div className={styles.step}>
          <BackupCodes codes={renewing.data.backup_codes} />
        </div>
      </Dialog>
    )
  }
  return (
    <FormDialog
      {...frame}
      title={text('backup_codes')}
      submitLabel={text('backup_codes_new')}
      isBusy={renewing.isPending}
      isDisabled={code.length < 6}
      onSubmit={() => renewing.mutate(code)}
    >
      <p className={styles.words}>{text('backup_codes_new_note')}</p>
      <SecondFactorInput
        code={code}
        onChange={next => {
          setCode(next)
          if (renewing.isError) renewing.reset()
        }}
        failures={failures}
        error={renewing.error}
        isBusy={renewing.isPending}
      />
    </FormDialog>
  )
}
