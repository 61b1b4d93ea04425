import type { Role } from '@plumbline/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { showToast } from '../../../lib/browser/toasts.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { CheckList } from '../../../ui/form/check-list.tsx'
import { SkeletonRows } from '../../../ui/layout/skeleton.tsx'
import type { DialogFrame } from '../../../ui/overlay/dialog.tsx'
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx'
import styles from '../dialogs.module.css'
import { useAdminChange } from '../use-admin-change.ts'
import { changeSecurity, securityQuery } from './use-users.ts'

/** Without `demo`: a shared account cannot have a second factor. */
const roles: readonly Role[] = ['admin', 'adviser', 'investor']

/** Selects the roles that must use two-factor authentication. */
export function SecurityDialog({ frame }: { frame: DialogFrame }) {
  const text = useText()
  const rules = useQuery(securityQuery)
  const [chosen, setChosen] = useState<readonly Role[] | null>(null)
  const current = chosen ?? rules.data?.mfa_required_roles
  const saving = useAdminChange(changeSecurity, {
    meta: { quiet: true },
    onSuccess: () => {
      showToast(text('saved'), 'success')
      frame.onClose()
    },
  })
  return (
    <FormDialog
      {...frame}
      title={text('user_by_role')}
      submitLabel={text('save')}
      isBusy={saving.isPending}
      error={saving.error ?? rules.error}
      isEdited={chosen !== null}
      isDisabled={current === undefined}
      onSubmit={() => current && saving.mutate([...current])}
    >
      <p className={styles.quiet}>{text('user_by_role_note')}</p>
      {current === undefined ? (
        !rules.isError && <SkeletonRows rows={3} />
      ) : (
        <CheckList
          label={text('role')}
          options={roles.map(role => ({ value: role, label: text(`role_${role}`) }))}
          chosen={current}
          onChange={picked => setChosen(roles.filter(role => picked.includes(role)))}
        />
      )}
    </FormDialog>
  )
}
