import { contract } from 'virtual:contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api/api.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { tokensQuery } from './use-credentials.ts'
import type { SettingsFormProps } from './use-settings-form.ts'

export function RevokeTokenDialog({ frame, id }: SettingsFormProps) {
  const text = useText()
  const queryClient = useQueryClient()
  const { data } = useQuery(tokensQuery)
  const token = data?.find(each => each.id === id)
  const revoking = useMutation({
    mutationFn: (tokenId: string) => call(contract.auth.revokeApiToken, { params: { id: tokenId } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: tokensQuery.queryKey }),
    onSettled: () => frame.onClose(),
  })
  return (
    <ConfirmDialog
      {...frame}
      title={text('token_revoke_question', { name: token?.name ?? text('token_value') })}
      confirmLabel={text('token_revoke')}
      isBusy={revoking.isPending}
      onConfirm={() => token !== undefined && revoking.mutate(token.id)}
    >
      {text('token_revoke_note')}
    </ConfirmDialog>
  )
}
