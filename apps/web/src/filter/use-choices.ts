import type { SettingsChange, UserSettings } from '@plumbline/contract'
import { useCallback, useMemo } from 'react'
import { recallParsed, remember } from '../lib/browser/storage.ts'
import { createStore, useStore } from '../lib/browser/store.ts'
import { useSaveSettings, withoutUndefined } from '../lib/session/save-settings.ts'
import { useHasRole, useUserSettings } from '../lib/session/user-settings.ts'

const deviceKey = 'plumbline_choices'

/** The choices of the demo account. It is shared, so they are stored on the device. */
const deviceChoices = createStore<SettingsChange>(storedChoices())

function storedChoices(): SettingsChange {
  const stored = recallParsed(deviceKey)
  // Only this module writes this key.
  return typeof stored === 'object' && stored !== null ? (stored as SettingsChange) : {}
}

/** The user's settings and how to change them. Changes apply immediately and are saved in the background. */
export function useChoices(): { choices: UserSettings; choose: (change: SettingsChange) => void } {
  const settings = useUserSettings()
  const isDemo = useHasRole('demo')
  const onDevice = useStore(deviceChoices)
  const save = useSaveSettings()
  const choose = useCallback(
    (change: SettingsChange) => {
      if (isDemo) {
        const chosen = { ...deviceChoices.get(), ...change }
        remember(deviceKey, JSON.stringify(chosen))
        deviceChoices.set(chosen)
        return
      }
      save(change)
    },
    [isDemo, save],
  )
  const choices = useMemo(
    () => (isDemo ? { ...settings, ...withoutUndefined(onDevice) } : settings),
    [isDemo, settings, onDevice],
  )
  return { choices, choose }
}
