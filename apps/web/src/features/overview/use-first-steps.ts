import { contract } from 'virtual:contract'
import type { TextKey } from '@plumbline/contract/texts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFilter } from '../../filter/use-filter.ts'
import { call } from '../../lib/api/api.ts'
import { forget, recall, remember } from '../../lib/browser/storage.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useHasRole, useSettingsData } from '../../lib/session/user-settings.ts'
import { connectedFeedsQuery } from '../../portfolio/accounts/connected-feeds.ts'
import { type FirstStep, useManualAccounts } from '../../portfolio/first-steps.tsx'
import type { IconName } from '../../ui/display/icons.tsx'

export interface FirstStepState {
  key: FirstStep | 'custodian' | 'feed'
  icon: IconName
  title: TextKey
  note: TextKey
  /** What exists already. Null while the step is open. */
  done: string | null
  /** Whether the caller can do it, rather than their account manager. */
  isOwn: boolean
}

/** The steps of the family in view, in order; `isLoading` while it is unknown what exists. */
export function useFirstSteps(hasTransactions: boolean): { steps: FirstStepState[]; isLoading: boolean } {
  const text = useText()
  const { lists } = useSettingsData()
  const { filter } = useFilter()
  const isAdmin = useHasRole('admin')
  const isStaff = useHasRole(['admin', 'adviser'])
  const family = filter.family ?? undefined
  const [first] = useManualAccounts()
  const custody = (lists.accounts ?? []).find(
    account => !account.is_manual && (family === undefined || account.family === family),
  )
  const feedsQuery = connectedFeedsQuery(family)
  const feeds = useQuery(hasTransactions ? { ...feedsQuery, refetchInterval: false } : feedsQuery)
  // Without a transaction there is no asset.
  const assets = useQuery({ ...firstAssetQuery(family), enabled: hasTransactions })
  const named = (account: { name: string; currency: string } | undefined) =>
    account === undefined ? null : `${account.name}, ${account.currency}`
  const steps: FirstStepState[] = [
    {
      key: 'account',
      icon: 'home',
      title: 'first_account',
      note: 'first_account_note',
      done: named(first),
      isOwn: true,
    },
    {
      key: 'import',
      icon: 'up',
      title: 'first_import',
      note: 'first_import_note',
      done: hasTransactions ? text('first_import_done') : null,
      isOwn: true,
    },
    {
      key: 'asset',
      icon: 'layers',
      title: 'first_asset',
      note: 'first_asset_note',
      done: assets.data?.data[0]?.name ?? null,
      isOwn: true,
    },
    {
      key: 'custodian',
      icon: 'plug',
      title: 'first_custodian',
      note: isAdmin ? 'first_custodian_admin_note' : 'first_custodian_note',
      done: named(custody),
      isOwn: isAdmin,
    },
    {
      key: 'feed',
      icon: 'down',
      title: 'first_feed',
      note: 'first_feed_note',
      // The invented feeds of the demo count only for the families that they filled.
      done:
        feeds.data?.data.find(
          ({ kind, last_delivery: last }) => last !== null && (kind !== 'demo' || hasTransactions),
        )?.name ?? null,
      isOwn: isStaff,
    },
  ]
  const ofAdmins: FirstStepState = {
    key: 'family',
    icon: 'users',
    title: 'first_family',
    note: 'first_family_note',
    done: lists.families[0]?.name ?? null,
    isOwn: true,
  }
  return {
    steps: isAdmin ? [ofAdmins, ...steps] : steps,
    isLoading: feeds.data === undefined || (hasTransactions && assets.data === undefined),
  }
}

function firstAssetQuery(family: string | undefined) {
  return queryOptions({
    queryKey: ['assets', 'first', family ?? null],
    queryFn: ({ signal }) =>
      call(contract.assets.list, { query: { limit: 1, ...(family !== undefined && { family }) }, signal }),
    meta: { quiet: true },
  })
}

const hiddenKey = 'plumbline_first_steps'

/** Whether the user hid the steps on this device. */
export function useHiddenSteps(): [boolean, (isHidden: boolean) => void] {
  const [isHidden, setIsHidden] = useState(() => recall(hiddenKey) === 'hidden')
  return [
    isHidden,
    next => {
      if (next) remember(hiddenKey, 'hidden')
      else forget(hiddenKey)
      setIsHidden(next)
    },
  ]
}
