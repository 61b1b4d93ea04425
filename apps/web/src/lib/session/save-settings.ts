import { contract } from 'virtual:contract'
import type { SettingsChange, UserSettings } from '@plumbline/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call } from '../api/api.ts'
import { settingsQuery } from './user-settings.ts'

/**
 * Saves what users choose about themselves: it applies at once and is saved behind. The demo account is
 * everyone's, so nothing of it is saved; neither is anything before the settings are there.
 */
export function useSaveSettings(): (change: SettingsChange) => void {
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (body: SettingsChange) => call(contract.settings.change, { body }),
    // One after the other: the last choice must be the one that stays.
    scope: { id: 'settings' },
    onError: () => queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey }),
  })
  return useCallback(
    (change: SettingsChange) => {
      const role = queryClient.getQueryData(settingsQuery.queryKey)?.settings.role
      if (role === undefined || role === 'demo') return
      queryClient.setQueryData(settingsQuery.queryKey, data =>
        data === undefined ? data : { ...data, settings: { ...data.settings, ...withoutGaps(change) } },
      )
      mutate(change)
    },
    [queryClient, mutate],
  )
}

/** A change names what changes: what is undefined in it was not named. */
export function withoutGaps(change: SettingsChange): Partial<UserSettings> {
  // Filtering leaves the values that the type without `undefined` describes.
  return Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  ) as Partial<UserSettings>
}
