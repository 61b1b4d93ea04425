import type { TextKey } from '@plumbline/contract/texts'
import { useQuery } from '@tanstack/react-query'
import { everyFamily, familyParameter } from '../../filter/filter-url.ts'
import { settingsQuery } from '../../lib/session/user-settings.ts'
import type { IconName } from '../../ui/display/icons.tsx'

interface Tab {
  to:
    | '/clients'
    | '/overview'
    | '/positions'
    | '/transactions'
    | '/watchlist'
    | '/strategies'
    | '/events'
    | '/fees'
  label: TextKey
  icon: IconName
  /** What the link sets in the URL. */
  search?: Readonly<Record<string, string>>
}

/** The screens in the order of the navigation. Phones show the first four and the rest under More. */
const tabs: readonly Tab[] = [
  { to: '/overview', label: 'tab_overview', icon: 'home' },
  { to: '/positions', label: 'tab_positions', icon: 'list' },
  { to: '/transactions', label: 'tab_transactions', icon: 'swap' },
  { to: '/watchlist', label: 'tab_watchlist', icon: 'star' },
  { to: '/strategies', label: 'tab_strategies', icon: 'layers' },
  { to: '/events', label: 'tab_events', icon: 'calendar' },
  { to: '/fees', label: 'tab_fees', icon: 'calculator' },
]

/** Staff who serve several families start from the list of all of them. */
const tabsOfStaff: readonly Tab[] = [
  { to: '/clients', label: 'tab_clients', icon: 'users', search: { [familyParameter]: everyFamily } },
  ...tabs,
]

const onPhone = 4

/** The tabs of the user: all, those at the bottom of a phone, and those under More. */
export function useTabs() {
  const { data } = useQuery(settingsQuery)
  const role = data?.settings.role
  const isStaff = role === 'admin' || role === 'adviser'
  const all = isStaff && data !== undefined && data.lists.families.length > 1 ? tabsOfStaff : tabs
  return { all, onPhone: all.slice(0, onPhone), underMore: all.slice(onPhone) }
}
