import { useText } from '../../lib/i18n/i18n.ts'
import { useSettingsData } from '../../lib/session/user-settings.ts'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { useFilter } from '../use-filter.ts'
import { useFamilyName, useHasSeveralFamilies } from './use-family.ts'

interface FamilyFieldProps {
  /** The family id; empty while none is chosen. */
  value: string
  onChange: (family: string) => void
  error?: string | undefined
  /** The family of an existing record cannot change. */
  isFixed?: boolean
  /** Lets the user choose even when one family is in view, as in the admin panel. */
  isAcrossFamilies?: boolean
}

/**
 * The family of a new record: the current one, or a choice when all families are in view. Users with one
 * family do not see the field.
 */
export function FamilyField({
  value,
  onChange,
  error,
  isFixed = false,
  isAcrossFamilies = false,
}: FamilyFieldProps) {
  const text = useText()
  const { families } = useSettingsData().lists
  const { filter } = useFilter()
  const familyName = useFamilyName()
  if (!useHasSeveralFamilies()) return null
  return (
    <Field label={text('family')} error={error}>
      {isFixed || (typeof filter.family === 'string' && !isAcrossFamilies) ? (
        <TextInput readOnly value={familyName(value) ?? ''} />
      ) : (
        <Select
          options={families.map(({ id, name }) => ({ value: id, label: name }))}
          value={value === '' ? null : value}
          placeholder={text('family_choose')}
          onChange={onChange}
        />
      )}
    </Field>
  )
}

/** The initial family of a new record, and its validation. */
export function useNewFamily() {
  const { filter } = useFilter()
  const hasSeveral = useHasSeveralFamilies()
  return {
    initial: filter.family ?? '',
    /** A form rule that returns a translation key. */
    problem: (family: string): true | 'family_choose' => family !== '' || !hasSeveral || 'family_choose',
  }
}
