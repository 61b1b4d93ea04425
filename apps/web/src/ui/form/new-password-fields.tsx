import { useFormContext } from 'react-hook-form'
import { fieldErrorText } from '../../lib/api/form-errors.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { passwordProblem, repeatProblem } from '../../lib/session/account-rules.ts'
import { Field } from './field.tsx'
import { PasswordInput } from './password-input.tsx'
import { PasswordStrength } from './password-strength.tsx'

/** The form values of these fields. */
export interface NewPasswordValues {
  password: string
  repeated: string
}

interface NewPasswordFieldsProps {
  label: string
  /** Asks for the password twice, where a typo could not be fixed by requesting a new link. */
  isRepeated?: boolean
}

/** The fields of a new password, with a strength meter. Needs a FormProvider. */
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
