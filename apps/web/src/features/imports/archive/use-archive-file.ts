import { contract } from 'virtual:contract'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, type Reply } from '../../../lib/api/api.ts'
import { ApiError } from '../../../lib/api/api-error.ts'
import { errorText } from '../../../lib/api/error-text.ts'
import type { Translate } from '../../../lib/i18n/i18n.ts'

const { archive } = contract

export type ArchiveContents = Reply<typeof archive.look>['data']
export type RestoredFamily = Reply<typeof archive.restore>['data']
export type NotRestored = ArchiveContents['not_restored'][number]

const zipSignature = [0x50, 0x4b, 0x03, 0x04]
const firstNameOffset = 30

/** Whether a file looks like a family archive. The server validates its contents. */
export async function isArchive(file: File): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, 64).arrayBuffer())
  if (!zipSignature.every((byte, index) => bytes[index] === byte)) return false
  const firstName = new TextDecoder().decode(bytes.subarray(firstNameOffset))
  return file.name.toLowerCase().endsWith('.zip') || /^(README\.txt|manifest\.json)/.test(firstName)
}

const marketQuery = (addsMarketData: boolean) => (addsMarketData ? { add_market_data: 'true' as const } : {})

/** Previews a restore on the server, cached by file and market-data option. */
export function useContents(file: File, addsMarketData: boolean, isEnabled: boolean) {
  return useQuery({
    queryKey: ['imports', 'archive', file.name, file.size, file.lastModified, addsMarketData],
    queryFn: async ({ signal }) =>
      (await call(archive.look, { file, query: marketQuery(addsMarketData), signal })).data,
    enabled: isEnabled,
    // Keep the form while the other preview loads.
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { quiet: true },
  })
}

interface RestoreRequest {
  file: File
  name: string
  /** Whether unknown instruments and rates are added to the shared market data. */
  addsMarketData: boolean
}

/** Restores an archive and refetches everything that lists families. */
export function useRestore() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ file, name, addsMarketData }: RestoreRequest) =>
      (await call(archive.restore, { file, query: { name, ...marketQuery(addsMarketData) } })).data,
    onSuccess: () => void queryClient.invalidateQueries(),
    meta: { quiet: true },
  })
}

/** The error text: from the server, in the user's language, for an invalid archive, otherwise from the catalogue. */
export function archiveErrorText(error: unknown, text: Translate): string {
  return error instanceof ApiError && error.code === 'unreadable_file'
    ? error.message
    : errorText(error, text)
}
