import { useQuery } from '@tanstack/react-query'
import { SettingsContext, settingsQuery } from '../../lib/user-settings.ts'
import { FamilySwitcher } from '../../portfolio/family-switcher.tsx'
import { withList } from '../../portfolio/filter.ts'
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
  const { filter, change } = useFilter()
  // Whoever has but one family is not asked which.
  if (filter.family === undefined) return null
  return (
    <FamilySwitcher
      family={filter.family}
      // Accounts belong to one family: those of the last one would leave nothing of the next.
      onChange={family => change(withList({ ...filter, family }, 'filter_account', []))}
    />
  )
}
