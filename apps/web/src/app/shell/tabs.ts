import type { TextKey } from '@plumbline/contract/texts'
import type { IconName } from '../../ui/display/icons.tsx'

interface Tab {
  to: '/overview' | '/positions' | '/transactions' | '/watchlist' | '/strategies' | '/events' | '/fees'
  label: TextKey
  icon: IconName
}

/** The screens in the order of the navigation. Phones show the first four and the rest under More. */
export const tabs: readonly Tab[] = [
  { to: '/overview', label: 'tab_overview', icon: 'home' },
  { to: '/positions', label: 'tab_positions', icon: 'list' },
  { to: '/transactions', label: 'tab_transactions', icon: 'swap' },
  { to: '/watchlist', label: 'tab_watchlist', icon: 'star' },
  { to: '/strategies', label: 'tab_strategies', icon: 'layers' },
  { to: '/events', label: 'tab_events', icon: 'calendar' },
  { to: '/fees', label: 'tab_fees', icon: 'calculator' },
]

export const tabsOnPhone = tabs.slice(0, 4)
export const tabsUnderMore = tabs.slice(4)
