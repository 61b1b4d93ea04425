import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useFilter } from '../../filter/use-filter.ts'
import { useModal } from '../../lib/browser/modals.ts'
import { togglePrivacy } from '../../lib/browser/privacy.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useToggleTheme } from '../../lib/session/personal-choices.ts'
import type { IconName } from '../../ui/display/icons.tsx'

/** A screen to go to, or something to do, found by its name. */
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
] as const

/** Every screen and action whose name holds what was typed; all of them for an empty search. */
export function useDestinations(typed: string, close: () => Promise<void>): readonly Destination[] {
  const text = useText()
  const navigate = useNavigate()
  const { open } = useModal()
  const { reset } = useFilter()
  const toggleTheme = useToggleTheme()
  return useMemo(() => {
    const act = (
      key: 'theme' | 'privacy' | 'reset' | 'keyboard' | 'sign_out' | 'explain',
      icon: IconName,
      run: () => void,
      isStaying = true,
    ): Destination => ({
      key,
      group: 'act',
      label: text(`search_action_${key}`),
      icon,
      // Another modal takes the place of this one; anything else closes it first.
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
      act('explain', 'calculator', () => void open({ kind: 'explain', last: 'day' }), false),
      act('reset', 'filter', reset),
      act('privacy', 'eye', togglePrivacy),
      act('theme', 'sun', toggleTheme),
      act('keyboard', 'menu', () => void open({ kind: 'keyboard' }), false),
      act('sign_out', 'logout', () => void open({ kind: 'sign-out' }), false),
    ]
    const wanted = typed.trim().toLocaleLowerCase()
    return all.filter(({ label }) => label.toLocaleLowerCase().includes(wanted))
  }, [typed, text, navigate, open, reset, close, toggleTheme])
}
