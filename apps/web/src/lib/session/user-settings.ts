import { contract, hasRole } from 'virtual:contract'
import type { Role, UserSettings } from '@plumbline/contract'
import { queryOptions } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { call, type Reply } from '../api/api.ts'

/** The user's settings, and the lists that forms and filters offer. */
export type SettingsData = Reply<typeof contract.settings.read>['data']

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: async ({ signal }) => (await call(contract.settings.read, { signal })).data,
  staleTime: 5 * 60_000,
})

export const SettingsContext = createContext<SettingsData | null>(null)

/** For use inside the shell, which renders screens only after the settings are loaded. */
export function useSettingsData(): SettingsData {
  const data = useContext(SettingsContext)
  if (data === null) throw new Error('Settings are read outside of the shell.')
  return data
}

export function useUserSettings(): UserSettings {
  return useSettingsData().settings
}

/** Whether the user has the role, or one of several. Actions that a user may not perform are hidden. */
export function useHasRole(wanted: Role | readonly Role[]): boolean {
  return hasRole(useUserSettings().role, wanted)
}

/** Whether the user may set targets and benchmarks: those of a whole family need to see all its accounts. */
export function useMaySetFor(strategy: string | undefined): boolean {
  const { role } = useUserSettings()
  return useIsShownFor(strategy) && !hasRole(role, 'demo')
}

/** Whether targets and benchmarks of the family, or of a strategy, are shown to the user where they are set. */
export function useIsShownFor(strategy: string | undefined): boolean {
  return useUserSettings().sees_all_accounts || strategy !== undefined
}

/** Until a required second factor is set up, only its setup and signing out are available. */
export function needsSecondFactor(settings: UserSettings): boolean {
  return settings.is_mfa_required && !settings.is_mfa_active
}
