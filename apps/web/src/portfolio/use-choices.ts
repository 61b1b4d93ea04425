import { contract } from 'virtual:contract'
import type { SettingsChange, UserSettings } from '@plumbline/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { call } from '../lib/api.ts'
import { recallParsed, remember } from '../lib/storage.ts'
import { createStore, useStore } from '../lib/store.ts'
import { settingsQuery, useHasRole, useUserSettings } from '../lib/user-settings.ts'

const deviceKey = 'plumbline_choices'

/** What the demo account chose: it is everyone's, so its choices stay on the device of each. */
const deviceChoices = createStore<SettingsChange>(storedChoices())

function storedChoices(): SettingsChange {
  const stored = recallParsed(deviceKey)
  // Only this module writes under this key.
  return typeof stored === 'object' && stored !== null ? (stored as SettingsChange) : {}
}

/** The user's settings as they choose them, and how to choose. They apply at once and are saved behind. */
export function useChoices(): { choices: UserSettings; choose: (change: SettingsChange) => void } {
  const settings = useUserSettings()
  const isDemo = useHasRole('demo')
  const onDevice = useStore(deviceChoices)
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (body: SettingsChange) => call(contract.settings.change, { body }),
    // One after the other: the last choice must be the one that stays.
    scope: { id: 'settings' },
    onError: () => queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey }),
  })
  const choose = useCallback(
    (change: SettingsChange) => {
      if (isDemo) {
        const chosen = { ...deviceChoices.get(), ...change }
        remember(deviceKey, JSON.stringify(chosen))
        deviceChoices.set(chosen)
        return
      }
      queryClient.setQueryData(settingsQuery.queryKey, data =>
        data === undefined ? data : { ...data, settings: { ...data.settings, ...withoutGaps(change) } },
      )
      mutate(change)
    },
    [isDemo, queryClient, mutate],
  )
  const choices = useMemo(
    () => (isDemo ? { ...settings, ...withoutGaps(onDevice) } : settings),
    [isDemo, settings, onDevice],
  )
  return { choices, choose }
}

/** A change names what changes: what is undefined in it was not named. */
function withoutGaps(change: SettingsChange): Partial<UserSettings> {
  // Filtering leaves the values that the type without `undefined` describes.
  return Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  ) as Partial<UserSettings>
}
