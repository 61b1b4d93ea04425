import { useText } from '../../lib/i18n/i18n.ts'
import { useSettingsData } from '../../lib/session/user-settings.ts'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { useFilter } from '../use-filter.ts'
import { useFamilyName, useHasSeveralFamilies } from './use-family.ts'

interface FamilyFieldProps {
  /** The id; empty while none is chosen. */
  value: string
  onChange: (family: string) => void
  error?: string | undefined
  /** What exists stays with its family. */
  isFixed?: boolean
  /** The admin panel works across families: there the user chooses, whichever one is in view. */
  isAcrossFamilies?: boolean
}

/**
 * Whose something new is. It is the current family; only where all families are in view does the user choose. Users
 * with one family see no such field.
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
  const nameOf = useFamilyName()
  if (!useHasSeveralFamilies()) return null
  return (
    <Field label={text('family')} error={error}>
      {isFixed || (typeof filter.family === 'string' && !isAcrossFamilies) ? (
        <TextInput readOnly value={nameOf(value) ?? ''} />
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

/** What forms about something new need: the family to begin with, and whether one has to be chosen. */
export function useNewFamily() {
  const { filter } = useFilter()
  const hasSeveral = useHasSeveralFamilies()
  return {
    initial: filter.family ?? '',
    /** A rule for the form, as a key of the catalogue. */
    problem: (family: string): true | 'family_choose' => family !== '' || !hasSeveral || 'family_choose',
  }
}
