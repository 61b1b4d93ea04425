import { useQuery } from '@tanstack/react-query'
import { FamilySwitcher } from '../../filter/family/family-switcher.tsx'
import { useChooseFamily } from '../../filter/family/use-family.ts'
import { useFilter } from '../../filter/use-filter.ts'
import { SettingsContext, settingsQuery } from '../../lib/session/user-settings.ts'

/** The family switcher in the header, for staff. */
export function HeaderFamily() {
  const { data } = useQuery(settingsQuery)
  if (data === undefined) return null
  return (
    <SettingsContext value={data}>
      <Switcher />
    </SettingsContext>
  )
}

function Switcher() {
  const { family } = useFilter().filter
  const choose = useChooseFamily()
  // Users with one family have no choice.
  if (family === undefined) return null
  return <FamilySwitcher family={family} onChange={choose} />
}
