import { contract } from 'virtual:contract'
import type { Language } from '@plumbline/contract/texts'
import { queryOptions } from '@tanstack/react-query'
import { call, type Reply } from '../api/api.ts'
import { recallParsed, remember } from '../browser/storage.ts'

const appSettingsKey = 'plumbline_app_settings'

/** The public settings: what the login offers. The texts come with the build. */
export type AppSettings = Reply<typeof contract.settings.internal>['data']

/** When they were last fetched in this visit, to avoid refetching immediately. */
let fetchedAt = 0

async function fetchAppSettings(language: Language, signal?: AbortSignal): Promise<AppSettings> {
  const reply = await call(contract.settings.internal, {
    query: { language, texts: 'false' },
    ...(signal && { signal }),
  })
  remember(appSettingsKey, JSON.stringify(reply.data))
  fetchedAt = Date.now()
  return reply.data
}

/** The settings cached at the last visit, so that the login shows its choices at once. */
function storedAppSettings(language: Language): AppSettings | undefined {
  const stored = recallParsed(appSettingsKey)
  if (typeof stored !== 'object' || stored === null || !('languages' in stored)) return undefined
  // Only this module writes this key, and newer servers only add fields.
  const settings = stored as AppSettings
  return settings.language === language ? settings : undefined
}

export function appSettingsQuery(language: Language) {
  const stored = storedAppSettings(language)
  return queryOptions({
    queryKey: ['app-settings', language],
    queryFn: ({ signal }) => fetchAppSettings(language, signal),
    staleTime: 5 * 60_000,
    ...(stored && { initialData: stored, initialDataUpdatedAt: fetchedAt }),
  })
}
