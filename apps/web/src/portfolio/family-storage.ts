import { contract } from 'virtual:contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../lib/api/api.ts'
import { sizeWords } from '../lib/format/size-words.ts'
import { useFormat } from '../lib/format/use-format.ts'
import { useText } from '../lib/i18n/i18n.ts'

/** What a family stores and may store, in words. Undefined until it is known. */
export function useStorageWords(familyId: string | null): string | undefined {
  const text = useText()
  const format = useFormat()
  const { data } = useQuery({
    queryKey: ['family-storage', familyId],
    queryFn: ({ signal }) =>
      call(contract.families.storage, { params: { id: familyId ?? '' }, signal }).then(reply => reply.data),
    enabled: familyId !== null,
  })
  if (!data) return undefined
  const used = sizeWords(data.used_bytes, format.count)
  if (data.limit_bytes === null) return text('storage_used', { used })
  return text('storage_used_of', { used, limit: sizeWords(data.limit_bytes, format.count) })
}
