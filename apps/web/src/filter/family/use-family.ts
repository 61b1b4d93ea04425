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
import { everyFamily, familyParameter } from '../filter-address.ts'
import { useFilter } from '../use-filter.ts'

type Search = Readonly<Record<string, unknown>>

/** Whether the user works with several families, so that one has to be named. */
export function useHasSeveralFamilies(): boolean {
  const { families } = useSettingsData().lists
  return useHasRole(['admin', 'adviser']) && families.length > 1
}

/** The name of a family the user may see; undefined for any other id. */
export function useFamilyName(): (id: string | null | undefined) => string | undefined {
  const { families } = useSettingsData().lists
  return id => families.find(family => family.id === id)?.name
}

/** `family` for lists and calls that take one id: undefined where all families are in view. */
export function useFamilyId(): string | undefined {
  return useFilter().filter.family ?? undefined
}

/** Changes the current family, and keeps the choice for the next sign-in. */
export function useChooseFamily(): (family: string | null) => void {
  const { filter, change } = useFilter()
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (family: string | null) => call(contract.families.switch, { body: { family } }),
    // The address has the choice; that the next sign-in will not know it is no reason to interrupt.
    meta: { quiet: true },
    onSuccess: ({ data }) =>
      queryClient.setQueryData(settingsQuery.queryKey, (known: SettingsData | undefined) =>
        known === undefined ? known : { ...known, settings: { ...known.settings, family: data.family } },
      ),
  })
  return useCallback(
    family => {
      // Accounts belong to one family: those of the last one would leave nothing of the next.
      change(withList({ ...filter, family }, 'filter_account', []))
      mutate(family)
    },
    [change, filter, mutate],
  )
}

/** Keeps the current family in the address, where reload, back, links and other tabs find it. */
export function useFamilyInAddress(): void {
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

/** Whether the address names a family that the user may not see. */
export function useIsForeignFamily(): boolean {
  const { families } = useSettingsData().lists
  const search: Search = useSearch({ strict: false })
  const named = search[familyParameter]
  return typeof named === 'string' && named !== everyFamily && !families.some(({ id }) => id === named)
}
