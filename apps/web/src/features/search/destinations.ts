import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useFilter } from '../../filter/use-filter.ts'
import { useModal } from '../../lib/browser/modals.ts'
import { togglePrivacy } from '../../lib/browser/privacy.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useToggleTheme } from '../../lib/session/personal-choices.ts'
import type { IconName } from '../../ui/display/icons.tsx'

/** A screen or an action that can be found by name. */
export interface Destination {
  key: string
  group: 'go' | 'act'
  label: string
  icon: IconName
  run: () => void
}

const screens = [
  { to: '/overview', label: 'tab_overview', icon: 'home' },
  { to: '/positions', label: 'tab_positions', icon: 'list' },
  { to: '/transactions', label: 'tab_transactions', icon: 'swap' },
  { to: '/watchlist', label: 'tab_watchlist', icon: 'star' },
  { to: '/strategies', label: 'tab_strategies', icon: 'layers' },
  { to: '/events', label: 'tab_events', icon: 'calendar' },
  { to: '/fees', label: 'tab_fees', icon: 'calculator' },
  { to: '/reference', label: 'reference_title', icon: 'key' },
] as const

/** The screens and actions whose name contains the search text. All of them for an empty search. */
export function useDestinations(typed: string, close: () => Promise<void>): readonly Destination[] {
  const text = useText()
  const navigate = useNavigate()
  const { open } = useModal()
  const { reset } = useFilter()
  const toggleTheme = useToggleTheme()
  return useMemo(() => {
    const action = (
      key: 'theme' | 'privacy' | 'reset' | 'keyboard' | 'sign_out' | 'explain',
      icon: IconName,
      run: () => void,
      isStaying = true,
    ): Destination => ({
      key,
      group: 'act',
      label: text(`search_action_${key}`),
      icon,
      // A modal replaces this one; other actions close it first.
      run: isStaying ? () => void close().then(run) : run,
    })
    const all: Destination[] = [
      ...screens.map(
        ({ to, label, icon }): Destination => ({
          key: to,
          group: 'go',
          label: text(label),
          icon,
          run: () => void navigate({ to }),
        }),
      ),
      action('explain', 'calculator', () => void open({ kind: 'explain', last: 'day' }), false),
      action('reset', 'filter', reset),
      action('privacy', 'eye', togglePrivacy),
      action('theme', 'sun', toggleTheme),
      action('keyboard', 'menu', () => void open({ kind: 'keyboard' }), false),
      action('sign_out', 'logout', () => void open({ kind: 'sign-out' }), false),
    ]
    const wanted = typed.trim().toLocaleLowerCase()
    return all.filter(({ label }) => label.toLocaleLowerCase().includes(wanted))
  }, [typed, text, navigate, open, reset, close, toggleTheme])
}
