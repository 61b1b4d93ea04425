import type { CallBody, contract, Role, User } from '@plumbline/contract'
import { useFormContext } from 'react-hook-form'
import { fieldErrorText } from '../../../lib/api/form-errors.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { useSettingsData } from '../../../lib/session/user-settings.ts'
import { CheckList } from '../../../ui/form/check-list.tsx'
import { Switch } from '../../../ui/form/checkbox.tsx'
import { Field, FieldPair } from '../../../ui/form/field.tsx'
import { Select } from '../../../ui/form/select.tsx'
import styles from '../dialogs.module.css'

/** The fields of a user that administrators set. */
export interface UserValues {
  role: Role
  family: string
  families: string[]
  seesAll: boolean
  accounts: string[]
  isRequired: boolean
  isBeta: boolean
}

export const newUserValues: UserValues = {
  role: 'investor',
  family: '',
  families: [],
  seesAll: true,
  accounts: [],
  isRequired: false,
  isBeta: false,
}

export function toUserValues(user: User): UserValues {
  return {
    role: user.role,
    family: user.family?.id ?? '',
    families: user.families.map(({ id }) => id),
    seesAll: user.accounts === null,
    accounts: user.accounts?.map(({ id }) => id) ?? [],
    isRequired: user.is_mfa_required,
    isBeta: user.is_beta_tester,
  }
}

/** Builds the request body. Sends only what the role allows, as the server rejects the rest. */
export function userBody(values: UserValues) {
  const hasFamily = values.role === 'investor' || values.role === 'demo'
  return {
    role: values.role,
    family: hasFamily ? values.family || null : null,
    families: values.role === 'adviser' ? values.families : [],
    accounts: hasFamily && !values.seesAll ? values.accounts : null,
    is_mfa_required: values.isRequired,
    is_beta_tester: values.isBeta,
  } satisfies CallBody<typeof contract.users.change>
}

/** The fields that the server may report errors for. */
export const userFieldNames = ['role', 'family', 'families', 'accounts'] as const

/** Without `demo`: only the demo world creates that user. */
const assignableRoles: readonly Role[] = ['investor', 'adviser', 'admin']

/** Role, family and visible accounts of a user. Needs a FormProvider. */
export function UserFields() {
  const text = useText()
  const { lists } = useSettingsData()
  const { register, formState, watch, setValue } = useFormContext<UserValues>()
  const { errors } = formState
  const [role, family, seesAll] = watch(['role', 'family', 'seesAll'])
  const isInFamily = role === 'investor' || role === 'demo'
  const roles = role === 'demo' ? (['demo'] as const) : assignableRoles
  const accounts = lists.accounts.filter(account => account.family === family)
  return (
    <>
      <FieldPair>
        <Field label={text('role')} error={fieldErrorText(errors.role, text)}>
          <Select<Role>
            options={roles.map(value => ({ value, label: text(`role_${value}`) }))}
            value={role}
            onChange={chosen => setValue('role', chosen, { shouldDirty: true })}
          />
        </Field>
        {isInFamily && (
          <Field label={text('family')} error={fieldErrorText(errors.family, text)}>
            <Select
              options={lists.families.map(({ id, name }) => ({ value: id, label: name }))}
              value={family === '' ? null : family}
              onChange={chosen => {
                setValue('family', chosen, { shouldDirty: true })
                // Accounts of another family cannot be granted.
                setValue('accounts', [])
              }}
            />
          </Field>
        )}
      </FieldPair>
      {role === 'adviser' && (
        <CheckList
          label={text('user_families')}
          options={lists.families.map(({ id, name }) => ({ value: id, label: name }))}
          chosen={watch('families')}
          onChange={chosen => setValue('families', chosen, { shouldDirty: true })}
        />
      )}
      {isInFamily && (
        <Switch className={styles.switch} label={text('user_all_accounts')} {...register('seesAll')} />
      )}
      {isInFamily && !seesAll && (
        <CheckList
          label={text('user_accounts')}
          options={accounts.map(({ id, name, currency }) => ({ value: id, label: name, note: currency }))}
          chosen={watch('accounts')}
          onChange={chosen => setValue('accounts', chosen, { shouldDirty: true })}
        />
      )}
      <Switch className={styles.switch} label={text('user_mfa')} {...register('isRequired')} />
      <Switch className={styles.switch} label={text('user_beta')} {...register('isBeta')} />
    </>
  )
}
