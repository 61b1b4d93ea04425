import { useQuery } from '@tanstack/react-query'
import { FamilySwitcher } from '../../filter/family/family-switcher.tsx'
import { useChooseFamily } from '../../filter/family/use-family.ts'
import { useFilter } from '../../filter/use-filter.ts'
import { SettingsContext, settingsQuery } from '../../lib/session/user-settings.ts'

/** Which family staff look at, between the name of the product and the tabs. */
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
  // Users with one family have nothing to choose.
  if (family === undefined) return null
  return <FamilySwitcher family={family} onChange={choose} />
}
