import { useFamilyId } from '../../filter/family/use-family.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useSettingsData } from '../../lib/session/user-settings.ts'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'

interface AccountFieldProps {
  value: string | null
  onChange: (id: string) => void
  isTried: boolean
}

/** The accounts of the current family. */
export function useAccounts() {
  const family = useFamilyId()
  const { lists } = useSettingsData()
  return lists.accounts.filter(account => family === undefined || account.family === family)
}

export function AccountField({ value, onChange, isTried }: AccountFieldProps) {
  const text = useText()
  const { lists } = useSettingsData()
  const custodian = (id: string) => lists.custodians.find(each => each.id === id)?.name
  const options = useAccounts().map(account => ({
    value: account.id,
    label: account.name,
    note: account.is_manual ? account.currency : (custodian(account.custodian) ?? account.currency),
  }))
  return (
    <Field
      label={text('what_if_account')}
      error={isTried && value === null ? text('field_required') : undefined}
    >
      <Select
        size="small"
        options={options}
        value={value}
        onChange={onChange}
        placeholder={text('what_if_account')}
      />
    </Field>
  )
}
