import { contract } from 'virtual:contract'
import type { CallBody } from '@plumbline/contract'
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { call, type Reply } from '../../../lib/api/api.ts'
import { showSaved, showToast } from '../../../lib/browser/toasts.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { useLedgerChanged } from '../use-transactions.ts'

const { securityCorrections } = contract

export type Recognized = Reply<typeof securityCorrections.read>['data']
export type CorrectionEffect = Reply<typeof securityCorrections.preview>['data']
export type ChosenSecurity = CallBody<typeof securityCorrections.preview>

/** How the security of a transaction was recognized. */
export function recognizedQuery(id: string) {
  return queryOptions({
    queryKey: ['transactions', 'security', id],
    queryFn: async ({ signal }) => (await call(securityCorrections.read, { params: { id }, signal })).data,
  })
}

/** Previews moving transactions; disabled until a security is chosen. */
export function correctionQuery(id: string, body: ChosenSecurity | null) {
  return queryOptions({
    queryKey: ['transactions', 'preview', 'security', id, body],
    queryFn: async ({ signal }) =>
      (
        await call(securityCorrections.preview, {
          params: { id },
          body: body ?? { scope: 'transaction' },
          signal,
        })
      ).data,
    enabled: body !== null,
    placeholderData: keepPreviousData,
    // Errors are shown when the form is sent.
    retry: false,
    staleTime: 0,
    meta: { quiet: true },
  })
}

export function useUndoSecurity() {
  const text = useText()
  const changed = useLedgerChanged()
  return useMutation({
    mutationFn: (id: string) => call(securityCorrections.undo, { params: { id } }),
    onSuccess: () => showToast(text('security_undone'), 'success'),
    onSettled: changed,
  })
}

export function useMoveSecurity(id: string, onDone: () => void) {
  const text = useText()
  const changed = useLedgerChanged()
  const undo = useUndoSecurity()
  return useMutation({
    mutationFn: (body: ChosenSecurity) => call(securityCorrections.post, { params: { id }, body }),
    meta: { quiet: true },
    onSuccess: ({ data }) => {
      showSaved(text('security_done', { name: data.security.name }), () => undo.mutate(data.id))
      onDone()
    },
    onSettled: changed,
  })
}
