import { useId } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { fieldErrorText } from '../../../lib/api/form-errors.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { nameProblem } from '../../../lib/session/account-rules.ts'
import { Button } from '../../../ui/display/button.tsx'
import { IconButton } from '../../../ui/display/icon-button.tsx'
import { Field, FieldPair } from '../../../ui/form/field.tsx'
import { TextInput } from '../../../ui/form/text-input.tsx'
import styles from '../dialogs.module.css'
import { identifierKindProblem } from './instrument-rules.ts'

/** Kinds whose form and check digit the server knows. */
const knownKinds = ['cusip', 'sedol', 'wkn', 'valor', 'figi', 'cfi']

interface IdentifierValues {
  identifiers: { kind: string; value: string }[]
}

/** The identifiers that custodians and providers use for an instrument. Needs a FormProvider. */
export function IdentifierFields() {
  const text = useText()
  const listId = useId()
  const { control, register, formState } = useFormContext<IdentifierValues>()
  const { fields, append, remove } = useFieldArray({ control, name: 'identifiers' })
  const errors = formState.errors.identifiers
  return (
    <fieldset className={styles.list}>
      <legend className={styles.legend}>{text('instrument_identifiers')}</legend>
      {fields.map((field, index) => (
        <div key={field.id} className={styles.line}>
          <FieldPair>
            <Field label={text('identifier_kind')} error={fieldErrorText(errors?.[index]?.kind, text)}>
              <TextInput
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                list={listId}
                {...register(`identifiers.${index}.kind`, { validate: identifierKindProblem })}
              />
            </Field>
            <Field label={text('identifier_value')} error={fieldErrorText(errors?.[index]?.value, text)}>
              <TextInput
                autoComplete="off"
                spellCheck={false}
                {...register(`identifiers.${index}.value`, { validate: nameProblem })}
              />
            </Field>
          </FieldPair>
          <IconButton icon="trash" label={text('remove')} onClick={() => remove(index)} />
        </div>
      ))}
      <datalist id={listId}>
        {knownKinds.map(kind => (
          <option key={kind} value={kind} />
        ))}
      </datalist>
      <Button size="small" icon="plus" onClick={() => append({ kind: '', value: '' })}>
        {text('identifier_add')}
      </Button>
    </fieldset>
  )
}
