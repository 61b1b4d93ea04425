import type { UserSettings } from '@plumbline/contract'
import { useEffect } from 'react'
import { useSaveSettings } from '../../lib/session/save-settings.ts'
import { needsSecondFactor } from '../../lib/session/user-settings.ts'

/**
 * Sets the time zone of this device for a user who has none, so that "today", rules and scheduled reports follow their
 * clock from the first sign-in on. The settings show it and where it comes from.
 */
export function useBrowserTimeZone(settings: UserSettings | undefined): void {
  const save = useSaveSettings()
  const isUnset = settings?.time_zone_source === 'default' && !needsSecondFactor(settings)
  useEffect(() => {
    if (!isUnset) return
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    if (timeZone) save({ time_zone: timeZone, time_zone_source: 'browser' })
  }, [isUnset, save])
}
