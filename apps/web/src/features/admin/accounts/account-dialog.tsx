import type { Account } from '@plumbline/contract'
import { FormProvider, useForm } from 'react-hook-form'
import { useEditedVersion } from '../../../lib/api/edited-version.ts'
import { useFormCall } from '../../../lib/api/form-call.ts'
import { showToast } from '../../../lib/browser/toasts.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { AccountFields, type AccountValues } from '../../../portfolio/accounts/account-fields.tsx'
import { Button } from '../../../ui/display/button.tsx'
import type { DialogFrame } from '../../../ui/overlay/dialog.tsx'
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx'
import { useAdminChanged } from '../use-admin-change.ts'
import { useAdminLocation } from '../use-admin-location.ts'
import { changeAccount } from './use-accounts.ts'

/** Family, custodian and currency of an account cannot be changed. */
export function AccountDialog({ account, frame }: { account: Account; frame: DialogFrame }) {
  const text = useText()
  const changed = useAdminChanged()
  const { openForm } = useAdminLocation()
  const form = useForm<AccountValues>({
    defaultValues: toFormValues(account),
    mode: 'onTouched',
  })
  const edited = useEditedVersion(form, account, toFormValues, changed)
  const saving = useFormCall(form, {
    send: values => changeAccount(account.id, values, edited.version),
    reload: edited.reload,
    fields: ['name', 'number'],
    onSuccess: () => {
      void changed()
      showToast(text('saved'), 'success')
      frame.onClose()
    },
  })
  return (
    <FormDialog
      {...frame}
      title={text('edit_named', { name: account.name })}
      submitLabel={text('save')}
      isBusy={saving.isBusy}
      error={saving.error}
      onReload={saving.onReload}
      isEdited={form.formState.isDirty}
      onSubmit={saving.submit}
      footerStart={
        <Button variant="quiet" icon="trash" onClick={() => openForm('delete', account.id)}>
          {text('delete')}
        </Button>
      }
    >
      <FormProvider {...form}>
        <AccountFields hasNumber={!account.is_manual} />
      </FormProvider>
    </FormDialog>
  )
}

function toFormValues(account: Account): AccountValues {
  return {
    name: account.name,
    number: account.number ?? '',
    lotMethod: account.lot_method,
    cash: account.cash,
    variationMargin: account.variation_margin,
    allowsShort: account.allows_short,
  }
}
