import { useForm } from 'react-hook-form'
import { fieldErrorText } from '../../lib/api/form-errors.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { nameProblem } from '../../lib/session/account-rules.ts'
import { useSaveSettings } from '../../lib/session/save-settings.ts'
import { useUserSettings } from '../../lib/session/user-settings.ts'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { FormDialog } from '../../ui/overlay/form-dialog.tsx'
import type { SettingsFormProps } from './use-settings-form.ts'

/** The name that others see. */
export function NameDialog({ frame }: SettingsFormProps) {
  const text = useText()
  const save = useSaveSettings()
  const { name } = useUserSettings()
  const { register, handleSubmit, formState } = useForm({ defaultValues: { name } })
  return (
    <FormDialog
      {...frame}
      title={text('change_name')}
      submitLabel={text('save')}
      isBusy={false}
      isEdited={formState.isDirty}
      onSubmit={handleSubmit(values => {
        save({ name: values.name.trim() })
        frame.onClose()
      })}
    >
      <Field label={text('your_name')} error={fieldErrorText(formState.errors.name, text)}>
        <TextInput autoComplete="name" {...register('name', { validate: nameProblem })} />
      </Field>
    </FormDialog>
  )
}
