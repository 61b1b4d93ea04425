import { contract } from 'virtual:contract'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, type Reply } from '../../lib/api/api.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { errorText } from '../../lib/api/error-text.ts'
import type { TextOf } from '../../lib/i18n/i18n.ts'

const { archive } = contract

export type ArchiveContents = Reply<typeof archive.look>['data']
export type RestoredFamily = Reply<typeof archive.restore>['data']
export type NotRestored = ArchiveContents['not_restored'][number]

const zipMark = [0x50, 0x4b, 0x03, 0x04]
const nameAt = 30

/** Whether a file is packed as archives of a family are. What is really in it, the server tells. */
export async function isArchive(file: File): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, 64).arrayBuffer())
  if (!zipMark.every((byte, index) => bytes[index] === byte)) return false
  const firstName = new TextDecoder().decode(bytes.subarray(nameAt))
  return file.name.toLowerCase().endsWith('.zip') || /^(README\.txt|manifest\.json)/.test(firstName)
}

const marketQuery = (addsMarketData: boolean) => (addsMarketData ? { add_market_data: 'true' as const } : {})

/** What a restore would write, worked out by the server once for each file, with and without market data. */
export function useContents(file: File, addsMarketData: boolean, isEnabled: boolean) {
  return useQuery({
    queryKey: ['imports', 'archive', file.name, file.size, file.lastModified, addsMarketData],
    queryFn: async ({ signal }) =>
      (await call(archive.look, { file, query: marketQuery(addsMarketData), signal })).data,
    enabled: isEnabled,
    // The form stays while the other preview is worked out.
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { quiet: true },
  })
}

interface RestoreWish {
  file: File
  name: string
  /** Whether instruments and rates that the installation has nothing of become shared. */
  addsMarketData: boolean
}

/** A new family is in every list of families from now on. */
export function useRestore() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ file, name, addsMarketData }: RestoreWish) =>
      (await call(archive.restore, { file, query: { name, ...marketQuery(addsMarketData) } })).data,
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
