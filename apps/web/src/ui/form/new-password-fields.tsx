import { useFormContext } from 'react-hook-form'
import { fieldErrorText } from '../../lib/api/form-errors.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { passwordProblem, repeatProblem } from '../../lib/session/account-rules.ts'
import { Field } from './field.tsx'
import { PasswordInput } from './password-input.tsx'
import { PasswordStrength } from './password-strength.tsx'

/** What a form with these fields holds of them. */
export interface NewPasswordValues {
  password: string
  repeated: string
}

interface NewPasswordFieldsProps {
  label: string
  /** Asked for twice, where a slip could not be fixed by asking for a new link at once. */
  isRepeated?: boolean
}

/** The choice of a password, within a FormProvider: its length as it is typed, and once more against slips. */
export function NewPasswordFields({ label, isRepeated = true }: NewPasswordFieldsProps) {
  const text = useText()
  const { register, watch, formState, getFieldState, trigger } = useFormContext<NewPasswordValues>()
  const { errors } = formState
  return (
    <>
      <Field
        label={label}
        help={<PasswordStrength password={watch('password')} />}
        error={fieldErrorText(errors.password, text)}
      >
        <PasswordInput
          autoComplete="new-password"
          {...register('password', {
            validate: passwordProblem,
            onChange: () => getFieldState('repeated').invalid && void trigger('repeated'),
          })}
        />
      </Field>
      {isRepeated && (
        <Field label={text('repeat_password')} error={fieldErrorText(errors.repeated, text)}>
          <PasswordInput
            autoComplete="new-password"
            {...register('repeated', {
              validate: (repeated, { password }) => repeatProblem(password, repeated),
            })}
          />
        </Field>
      )}
    </>
  )
}
