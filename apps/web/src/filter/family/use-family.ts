import { contract } from 'virtual:contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { call } from '../../lib/api/api.ts'
import {
  type SettingsData,
  settingsQuery,
  useHasRole,
  useSettingsData,
} from '../../lib/session/user-settings.ts'
import { withList } from '../filter.ts'
import { everyFamily, familyParameter } from '../filter-url.ts'
import { useFilter } from '../use-filter.ts'

type Search = Readonly<Record<string, unknown>>

/** Whether the user works with several families, so that records need a family. */
export function useHasSeveralFamilies(): boolean {
  const { families } = useSettingsData().lists
  return useHasRole(['admin', 'adviser']) && families.length > 1
}

/** The name of a family the user may see; undefined for any other id. */
export function useFamilyName(): (id: string | null | undefined) => string | undefined {
  const { families } = useSettingsData().lists
  return id => families.find(family => family.id === id)?.name
}

/** The family id for calls that take one: undefined when all families are in view. */
export function useFamilyId(): string | undefined {
  return useFilter().filter.family ?? undefined
}

/** Changes the current family and saves it for the next sign-in. */
export function useChooseFamily(): (family: string | null) => void {
  const { filter, change } = useFilter()
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (family: string | null) => call(contract.families.switch, { body: { family } }),
    // The URL holds the choice, so a failed save is not reported.
    meta: { quiet: true },
    onSuccess: ({ data }) =>
      queryClient.setQueryData(settingsQuery.queryKey, (known: SettingsData | undefined) =>
        known === undefined ? known : { ...known, settings: { ...known.settings, family: data.family } },
      ),
  })
  return useCallback(
    family => {
      // Accounts belong to one family: keeping the account filter would leave the next family empty.
      change(withList({ ...filter, family }, 'filter_account', []))
      mutate(family)
    },
    [change, filter, mutate],
  )
}

/** Keeps the current family in the URL for reload, Back, links and other tabs. */
export function useFamilyInUrl(): void {
  const { filter } = useFilter()
  const navigate = useNavigate()
  const search: Search = useSearch({ strict: false })
  const isMissing = filter.family !== undefined && typeof search[familyParameter] !== 'string'
  const { family } = filter
  useEffect(() => {
    if (!isMissing) return
    void navigate({
      to: '.',
      search: (previous: Search): Search => ({
        ...previous,
        [familyParameter]: family ?? everyFamily,
      }),
      replace: true,
      resetScroll: false,
    })
  }, [isMissing, family, navigate])
}

/** Whether the URL names a family that the user may not see. */
export function useIsForeignFamily(): boolean {
  const { families } = useSettingsData().lists
  const search: Search = useSearch({ strict: false })
  const named = search[familyParameter]
  return typeof named === 'string' && named !== everyFamily && !families.some(({ id }) => id === named)
}
