import type { TextKey } from '@plumbline/contract/texts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { resetFilter, toFilterBody } from '../filter/filter.ts'
import { useFilter } from '../filter/use-filter.ts'
import { type ModalDescriptor, useModal } from '../lib/browser/modals.ts'
import { useText } from '../lib/i18n/i18n.ts'
import { useHasRole, useSettingsData } from '../lib/session/user-settings.ts'
import { Button } from '../ui/display/button.tsx'
import type { IconName } from '../ui/display/icons.tsx'
import { EmptyState } from '../ui/layout/empty-state.tsx'
import { performanceQuery } from './queries.ts'

/** The actions that an installation or a new family can start with. */
export type FirstStep = 'family' | 'account' | 'import' | 'asset' | 'transaction'

interface FirstStepButton {
  label: TextKey
  icon: IconName
  modal: ModalDescriptor
}

export const firstSteps: Record<FirstStep, FirstStepButton> = {
  family: {
    label: 'first_family',
    icon: 'users',
    modal: { kind: 'admin', tab: 'families', form: 'new' },
  },
  account: { label: 'first_account', icon: 'home', modal: { kind: 'new-account' } },
  import: { label: 'first_import', icon: 'up', modal: { kind: 'import' } },
  asset: { label: 'first_asset', icon: 'plus', modal: { kind: 'assets', form: 'new' } },
  transaction: { label: 'first_transaction', icon: 'plus', modal: { kind: 'transaction' } },
}

/**
 * Whether the families in view have no transactions at all, whatever the filter. Checked only when a screen
 * is empty, to distinguish a new family from a filter without matches. Staff may see transactions of other
 * families, so the family in view needs a request.
 *
 * @returns undefined while loading.
 */
export function useHasNoTransactions(isEnabled: boolean): boolean | undefined {
  const { lists } = useSettingsData()
  const { filter } = useFilter()
  const isKnownEmpty = lists.date_picker_range?.min === null
  const mayBeEmpty = isEnabled && !isKnownEmpty && typeof filter.family === 'string'
  const { data, isError } = useQuery({
    ...performanceQuery(toFilterBody(resetFilter(filter)), { series: 'cumulative', points: 2 }),
    enabled: mayBeEmpty,
  })
  if (!mayBeEmpty) return isEnabled && isKnownEmpty
  return isError ? false : data && data.basis.start_date === null
}

/** The manual accounts of the families in view, the only ones that accept assets and entries by hand. */
export function useManualAccounts() {
  const { lists } = useSettingsData()
  const { filter } = useFilter()
  return (lists.accounts ?? []).filter(
    ({ is_manual: isManual, family }) =>
      isManual && (typeof filter.family !== 'string' || family === filter.family),
  )
}

/** Whether an installation has no family yet, so that an administrator creates one first. */
export function useNeedsFamily(): boolean {
  const isAdmin = useHasRole('admin')
  return useSettingsData().lists.families.length === 0 && isAdmin
}

/** Whether an adviser serves no family yet. Only an administrator can assign one. */
export function useAwaitsFamily(): boolean {
  const isAdviser = useHasRole('adviser')
  return useSettingsData().lists.families.length === 0 && isAdviser
}

/** An adviser without a family can start nothing. */
export function NoFamilyState() {
  const text = useText()
  return (
    <EmptyState icon="users" title={text('first_no_family')}>
      {text('first_no_family_note')}
    </EmptyState>
  )
}

interface FirstStepButtonsProps {
  /**
   * In display order; the first is the primary button. Without a family, creating one is the only step, and without an
   * account opening one.
   */
  steps: readonly FirstStep[]
}

export function FirstStepButtons({ steps }: FirstStepButtonsProps) {
  const text = useText()
  const { open } = useModal()
  const hasAccount = useManualAccounts().length > 0
  const needsFamily = useNeedsFamily()
  const isDemo = useHasRole('demo')
  const awaitsFamily = useAwaitsFamily()
  if (isDemo || awaitsFamily) return null
  const possible: readonly FirstStep[] = needsFamily ? ['family'] : hasAccount ? steps : ['account']
  return possible.map((step, index) => (
    <Button
      key={step}
      variant={index === 0 ? 'primary' : 'secondary'}
      icon={firstSteps[step].icon}
      onClick={() => void open(firstSteps[step].modal)}
    >
      {text(firstSteps[step].label)}
    </Button>
  ))
}

interface FirstStepsEmptyStateProps extends FirstStepButtonsProps {
  icon: IconName
  title: string
  note: string
  /** Further buttons beside the steps. */
  more?: ReactNode
}

/** The empty state of a family without transactions: what the screen will show, and what to do first. */
export function FirstStepsEmptyState({ icon, title, note, steps, more }: FirstStepsEmptyStateProps) {
  if (useAwaitsFamily()) return <NoFamilyState />
  return (
    <EmptyState
      icon={icon}
      title={title}
      actions={
        <>
          <FirstStepButtons steps={steps} />
          {more}
        </>
      }
    >
      {note}
    </EmptyState>
  )
}

/** The empty state of a table: first steps for a family without transactions, `otherwise` for any other. */
export function TableEmptyState({
  otherwise,
  ...nothing
}: FirstStepsEmptyStateProps & { otherwise: ReactNode }) {
  const hasNoTransactions = useHasNoTransactions(true)
  if (hasNoTransactions === undefined) return null
  return hasNoTransactions ? <FirstStepsEmptyState {...nothing} /> : otherwise
}
