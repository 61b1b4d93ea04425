import { contract } from 'virtual:contract'
import type { SettingsChange, UserSettings } from '@plumbline/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call } from '../api/api.ts'
import { settingsQuery } from './user-settings.ts'

/**
 * Saves the user's preferences: applied immediately, saved in the background. Nothing is saved for the shared
 * demo account, or before the settings are loaded.
 */
export function useSaveSettings(): (change: SettingsChange) => void {
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (body: SettingsChange) => call(contract.settings.change, { body }),
    // Saves run one after the other, so that the last choice wins.
    scope: { id: 'settings' },
    onError: () => queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey }),
  })
  return useCallback(
    (change: SettingsChange) => {
      const role = queryClient.getQueryData(settingsQuery.queryKey)?.settings.role
      if (role === undefined || role === 'demo') return
      queryClient.setQueryData(settingsQuery.queryKey, data =>
        data === undefined ? data : { ...data, settings: { ...data.settings, ...withoutUndefined(change) } },
      )
      mutate(change)
    },
    [queryClient, mutate],
  )
}

/** Drops undefined fields: a patch contains only the fields that change. */
export function withoutUndefined(change: SettingsChange): Partial<UserSettings> {
  // The filter removes the undefined values that the type excludes.
  return Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  ) as Partial<UserSettings>
}
