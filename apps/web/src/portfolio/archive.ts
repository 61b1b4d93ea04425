import { contract } from 'virtual:contract'
import { useMutation } from '@tanstack/react-query'
import { useFilter } from '../filter/use-filter.ts'
import { callForFile } from '../lib/api/api.ts'
import { saveFile } from '../lib/api/save-file.ts'
import { showToast } from '../lib/browser/toasts.ts'
import { useText } from '../lib/i18n/i18n.ts'
import { useUserSettings } from '../lib/session/user-settings.ts'

/** The family in view; null when all families are. */
export function useFamilyInView(): string | null {
  const { family } = useUserSettings()
  const { filter } = useFilter()
  // Undefined for users with one family, whose settings contain it.
  return filter.family === undefined ? (family?.id ?? null) : filter.family
}

/** Downloads all data of a family as one file. Shows failures as a toast. */
export function useArchive() {
  const text = useText()
  return useMutation({
    mutationFn: (id: string) =>
      callForFile(contract.archive.download, { params: { id } }, { accept: 'application/zip' }),
    onMutate: () => showToast(text('archive_begun')),
    onSuccess: ({ blob, name }) => saveFile(blob, name ?? 'plumbline.zip'),
  })
}
