import { hasRole } from 'virtual:contract'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useChooseFamily, useHasSeveralFamilies } from '../../filter/family/use-family.ts'
import { useFilter } from '../../filter/use-filter.ts'
import { useModal } from '../../lib/browser/modals.ts'
import { togglePrivacy } from '../../lib/browser/privacy.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useToggleTheme } from '../../lib/session/personal-choices.ts'
import { useSettingsData } from '../../lib/session/user-settings.ts'
import type { IconName } from '../../ui/display/icons.tsx'
import { clientsScreen, modalActions, type Place, screens, settingPlaces } from './screens.ts'

export type DestinationGroup = 'act' | 'family' | 'go' | 'set'

/** An action, family, screen or setting that can be found by name. */
export interface Destination {
  key: string
  group: DestinationGroup
  label: string
  /** Below the label: the accounts of a family, the value of a setting. */
  about?: string | undefined
  icon: IconName
  run: () => void
}

/** Everything but positions that the user may open, in the order of the groups. */
export function useDestinations(close: () => Promise<void>): readonly Destination[] {
  const places = usePlaces()
  const actions = useActions(close)
  const families = useFamilies(close)
  const hasSeveral = useHasSeveralFamilies()
  return useMemo(
    () => [
      ...places('act', modalActions),
      ...actions,
      ...families,
      ...places('go', hasSeveral ? [clientsScreen, ...screens] : screens),
      ...places('set', settingPlaces),
    ],
    [places, actions, families, hasSeveral],
  )
}

/** The destinations whose label contains the search text. */
export function matchDestinations(all: readonly Destination[], typed: string): readonly Destination[] {
  const wanted = typed.trim().toLocaleLowerCase()
  return all.filter(({ label }) => label.toLocaleLowerCase().includes(wanted))
}

function usePlaces() {
  const text = useText()
  const navigate = useNavigate()
  const { open } = useModal()
  const { settings } = useSettingsData()
  return useMemo(() => {
    const toDestination = (
      group: DestinationGroup,
      { to, search, modal, label, icon }: Place,
    ): Destination => ({
      key: `${group} ${label}`,
      group,
      label: text(label),
      icon,
      run: () => {
        if (to !== undefined) void navigate({ to, ...(search && { search }) })
        else if (modal !== undefined) void open(modal)
      },
    })
    return (group: DestinationGroup, places: readonly Place[]) =>
      places
        .filter(({ may }) => may === undefined || hasRole(settings.role, may))
        .map(place => toDestination(group, place))
  }, [text, navigate, open, settings.role])
}

function useActions(close: () => Promise<void>): readonly Destination[] {
  const text = useText()
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
    return [
      action('explain', 'calculator', () => void open({ kind: 'explain', last: 'day' }), false),
      action('reset', 'filter', reset),
      action('privacy', 'eye', togglePrivacy),
      action('theme', 'sun', toggleTheme),
      action('keyboard', 'menu', () => void open({ kind: 'keyboard' }), false),
      action('sign_out', 'logout', () => void open({ kind: 'sign-out' }), false),
    ]
  }, [text, open, reset, close, toggleTheme])
}

/** The families among which the user can choose; none for users of one family. */
function useFamilies(close: () => Promise<void>): readonly Destination[] {
  const text = useText()
  const choose = useChooseFamily()
  const { families, accounts } = useSettingsData().lists
  const { family: current } = useFilter().filter
  return useMemo(() => {
    if (current === undefined || families.length < 2) return []
    return families.map(
      ({ id, name }): Destination => ({
        key: `family ${id}`,
        group: 'family',
        label: name,
        about: text('accounts_of', { count: accounts.filter(({ family }) => family === id).length }),
        icon: 'users',
        run: () => void close().then(() => choose(id)),
      }),
    )
  }, [text, choose, families, accounts, current, close])
}
