import { useFormContext } from 'react-hook-form'
import { fieldErrorText } from '../../lib/api/form-errors.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { nameProblem } from '../../lib/session/account-rules.ts'
import { useUserSettings } from '../../lib/session/user-settings.ts'
import { Field } from '../../ui/form/field.tsx'
import { PasswordInput } from '../../ui/form/password-input.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'

/** The credentials that confirm a sensitive change. */
export interface ProofValues {
  currentPassword: string
  otp: string
}

export const noProof: ProofValues = { currentPassword: '', otp: '' }

/** Builds the credentials of a request. Leaves out an empty code. */
export function toCredentials({ currentPassword, otp }: ProofValues): { password: string; otp?: string } {
  return { password: currentPassword, ...toOtpField(otp) }
}

export function toOtpField(otp: string): { otp?: string } {
  return otp.trim() === '' ? {} : { otp: otp.trim() }
}

/** The current password, and a code if two-factor is on. Needs a FormProvider. */
export function ProofFields() {
  const text = useText()
  const { is_mfa_active: needsCode } = useUserSettings()
  const { register, formState } = useFormContext<ProofValues>()
  const { errors } = formState
  return (
    <>
      <Field label={text('current_password')} error={fieldErrorText(errors.currentPassword, text)}>
        <PasswordInput
          autoComplete="current-password"
          {...register('currentPassword', {
            validate: password => (password === '' ? 'field_required' : undefined),
          })}
        />
      </Field>
      {needsCode && (
        <Field label={text('code_or_backup')} error={fieldErrorText(errors.otp, text)}>
          <TextInput
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            {...register('otp', { validate: nameProblem })}
          />
        </Field>
      )}
    </>
  )
}
