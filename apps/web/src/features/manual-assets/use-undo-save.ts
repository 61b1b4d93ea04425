import { contract } from 'virtual:contract'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../lib/api/api.ts'
import { showToast } from '../../lib/browser/toasts.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import type { Asset } from './asset-types.ts'
import { undoChange } from './undo-change.ts'
import { useLedgerChanged } from './use-manual-assets.ts'

/** Undoes a saved change, or the creation of an asset. */
export function useUndoSave() {
  const text = useText()
  const changed = useLedgerChanged()
  return useMutation({
    mutationFn: async ({ before, after }: { before: Asset | null; after: Asset }): Promise<void> => {
      const params = { id: after.id }
      if (!before) await call(contract.assets.remove, { params })
      else await call(contract.assets.change, { params, body: undoChange(before, after), isConfirmed: true })
    },
    onSuccess: () => showToast(text('question_undone'), 'success'),
    onSettled: changed,
  })
}
