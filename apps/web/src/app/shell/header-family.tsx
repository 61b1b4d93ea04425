import { useQuery } from '@tanstack/react-query'
import { SettingsContext, settingsQuery } from '../../lib/user-settings.ts'
import { FamilySwitcher } from '../../portfolio/family-switcher.tsx'
import { useChooseFamily } from '../../portfolio/use-family.ts'
import { useFilter } from '../../portfolio/use-filter.ts'

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
