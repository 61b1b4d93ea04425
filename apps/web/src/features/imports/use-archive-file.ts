import { contract } from 'virtual:contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, type Reply } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { errorText } from '../../lib/error-text.ts'
import type { TextOf } from '../../lib/i18n.ts'

const { archive } = contract

export type ArchiveContents = Reply<typeof archive.look>['data']
export type RestoredFamily = Reply<typeof archive.restore>['data']

const zipMark = [0x50, 0x4b, 0x03, 0x04]
const nameAt = 30

/** Whether a file is packed as archives of a family are. What is really in it, the server tells. */
export async function isArchive(file: File): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, 64).arrayBuffer())
  if (!zipMark.every((byte, index) => bytes[index] === byte)) return false
  const firstName = new TextDecoder().decode(bytes.subarray(nameAt))
  return file.name.toLowerCase().endsWith('.zip') || /^(README\.txt|manifest\.json)/.test(firstName)
}

/** What the archive holds, read by the server once for each file. */
export function useContents(file: File, isEnabled: boolean) {
  return useQuery({
    queryKey: ['imports', 'archive', file.name, file.size, file.lastModified],
    queryFn: async ({ signal }) => (await call(archive.look, { file, signal })).data,
    enabled: isEnabled,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { quiet: true },
  })
}

/** A new family is in every list of families from now on. */
export function useRestore() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ file, name }: { file: File; name: string }) =>
      (await call(archive.restore, { file, query: { name } })).data,
    onSuccess: () => void queryClient.invalidateQueries(),
    meta: { quiet: true },
  })
}

/** The server says what is wrong with an archive in the user's own language; other failures are in the catalogue. */
export function archiveTrouble(error: unknown, text: TextOf): string {
  return error instanceof ApiError && error.code === 'unreadable_file'
    ? error.message
    : errorText(error, text)
}
