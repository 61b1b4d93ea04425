import { contract } from 'virtual:contract'
import type { UserSettings } from '@plumbline/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FormProvider, type UseFormReturn, useForm } from 'react-hook-form'
import { CurrencyField } from '../../filter/currency-field.tsx'
import { FamilyField, useNewFamily } from '../../filter/family/family-field.tsx'
import { call } from '../../lib/api/api.ts'
import { useFormCall } from '../../lib/api/form-call.ts'
import { fieldErrorText } from '../../lib/api/form-errors.ts'
import { showToast } from '../../lib/browser/toasts.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { settingsQuery, useHasRole, useSettingsData } from '../../lib/session/user-settings.ts'
import { Note } from '../../ui/display/note.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import type { DialogFrame } from '../../ui/overlay/dialog.tsx'
import { FormDialog } from '../../ui/overlay/form-dialog.tsx'
import styles from './account-fields.module.css'
import { AccountFields, type AccountValues, accountBody, newAccountValues } from './account-fields.tsx'
import { custodiansQuery, manualCustodian } from './custodians.ts'

interface Values extends AccountValues {
  custodian: string
  currency: UserSettings['currency']
  family: string
}

/** Opens an account: manual ones for everyone, those at a custodian for administrators only. */
export function NewAccountDialog({
  frame,
  isAcrossFamilies = false,
}: {
  frame: DialogFrame
  isAcrossFamilies?: boolean
}) {
  const text = useText()
  const { settings } = useSettingsData()
  const newFamily = useNewFamily()
  const isAdmin = useHasRole('admin')
  const isDemo = useHasRole('demo')
  const form = useForm<Values>({
    defaultValues: {
      ...newAccountValues,
      custodian: manualCustodian,
      currency: settings.currency,
      family: newFamily.initial,
    },
    mode: 'onTouched',
  })
  const { register, watch, setValue, formState } = form
  register('family', { validate: newFamily.problem })
  const custodian = watch('custodian')
  const isManual = custodian === manualCustodian
  const isAllowed = (isManual && !isDemo) || isAdmin
  const creating = useCreateAccount(form, frame.onClose)
  return (
    <FormDialog
      {...frame}
      title={text('new_account')}
      submitLabel={text('create')}
      isBusy={creating.isBusy}
      error={creating.error}
      isEdited={formState.isDirty}
      isDisabled={!isAllowed}
      onSubmit={creating.submit}
    >
      <FamilyField
        isAcrossFamilies={isAcrossFamilies}
        value={watch('family')}
        error={fieldErrorText(formState.errors.family, text)}
        onChange={family => setValue('family', family, { shouldDirty: true, shouldValidate: true })}
      />
      <Field label={text('account_custodian')} error={fieldErrorText(formState.errors.custodian, text)}>
        <Select
          options={useCustodianOptions()}
          value={custodian}
          onChange={chosen => setValue('custodian', chosen, { shouldDirty: true })}
        />
      </Field>
      {isAllowed ? (
        <FormProvider {...form}>
          <div className={styles.after}>
            <AccountFields hasNumber={!isManual} />
          </div>
          <div className={styles.after}>
            <CurrencyField
              value={watch('currency')}
              error={fieldErrorText(formState.errors.currency, text)}
              onChange={code => setValue('currency', code, { shouldDirty: true })}
            />
          </div>
        </FormProvider>
      ) : (
        <div className={styles.after}>
          <Note tone="accent">{text(isDemo ? 'error_demo_read_only' : 'contact_account_manager_note')}</Note>
        </div>
      )}
    </FormDialog>
  )
}

function useCreateAccount(form: UseFormReturn<Values>, onCreated: () => void) {
  const text = useText()
  const queryClient = useQueryClient()
  return useFormCall(form, {
    send: async values => {
      const isManual = values.custodian === manualCustodian
      const body = {
        ...accountBody(isManual ? { ...values, number: '' } : values),
        currency: values.currency,
        custodian: values.custodian,
        ...(values.family !== '' && { family: values.family }),
      }
      return (await call(contract.accounts.create, { body })).data
    },
    fields: ['name', 'custodian', 'currency', 'family', 'number'],
    onSuccess: ({ name }) => {
      void queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey })
      void queryClient.invalidateQueries({ queryKey: ['admin'] })
      showToast(text('account_created', { name }), 'success')
      onCreated()
    },
  })
}

/** All custodians, or those of the user's accounts when the list cannot be loaded. */
function useCustodianOptions() {
  const text = useText()
  const { lists } = useSettingsData()
  const { data } = useQuery(custodiansQuery)
  const others = (data?.data ?? lists.custodians).filter(({ id }) => id !== manualCustodian)
  return [
    { value: manualCustodian, label: text('custodian_manual'), note: text('custodian_manual_note') },
    ...others.map(({ id, name }) => ({ value: id, label: name })),
  ]
}
