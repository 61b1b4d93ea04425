import type { TextKey } from '@plumbline/contract/texts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { bodyOf, resetFilter } from '../filter/filter.ts'
import { useFilter } from '../filter/use-filter.ts'
import { type ModalDescriptor, useModal } from '../lib/browser/modals.ts'
import { useText } from '../lib/i18n/i18n.ts'
import { useHasRole, useSettingsData } from '../lib/session/user-settings.ts'
import { Button } from '../ui/display/button.tsx'
import type { IconName } from '../ui/display/icons.tsx'
import { EmptyState } from '../ui/layout/empty-state.tsx'
import { performanceQuery } from './queries.ts'

/** What one can begin with. */
export type FirstStep = 'account' | 'import' | 'asset' | 'transaction'

interface FirstStepLook {
  label: TextKey
  icon: IconName
  modal: ModalDescriptor
}

export const firstSteps: Record<FirstStep, FirstStepLook> = {
  account: { label: 'first_account', icon: 'home', modal: { kind: 'new-account' } },
  import: { label: 'first_import', icon: 'up', modal: { kind: 'import' } },
  asset: { label: 'first_asset', icon: 'plus', modal: { kind: 'assets', form: 'new' } },
  transaction: { label: 'first_transaction', icon: 'plus', modal: { kind: 'transaction' } },
}

/**
 * Whether nothing at all is posted in what is in view, whatever the filter says. It is asked only where a
 * screen came out empty, to tell a family that begins from a filter that nothing passes. Staff may see
 * transactions of other families, so for the one in view they have to ask.
 *
 * @returns undefined while that is not known.
 */
export function useIsNothingPosted(isAsked: boolean): boolean | undefined {
  const { lists } = useSettingsData()
  const { filter } = useFilter()
  const isKnownEmpty = lists.date_picker_range?.min === null
  const mayBeEmpty = isAsked && !isKnownEmpty && typeof filter.family === 'string'
  const { data, isError } = useQuery({
    ...performanceQuery(bodyOf(resetFilter(filter)), { series: 'cumulative', points: 2 }),
    enabled: mayBeEmpty,
  })
  if (!mayBeEmpty) return isAsked && isKnownEmpty
  return isError ? false : data && data.basis.start_date === null
}

/** The accounts of the families in view that one keeps by hand: assets and entries go nowhere else. */
export function useManualAccounts() {
  const { lists } = useSettingsData()
  const { filter } = useFilter()
  return (lists.accounts ?? []).filter(
    ({ is_manual: isManual, family }) =>
      isManual && (typeof filter.family !== 'string' || family === filter.family),
  )
}

interface FirstStepButtonsProps {
  /** In this order; the first one stands out. What needs an account gives way to opening one. */
  steps: readonly FirstStep[]
}

export function FirstStepButtons({ steps }: FirstStepButtonsProps) {
  const text = useText()
  const { open } = useModal()
  const hasAccount = useManualAccounts().length > 0
  const isDemo = useHasRole('demo')
  if (isDemo) return null
  const possible: readonly FirstStep[] = hasAccount ? steps : ['account']
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

interface NothingYetProps extends FirstStepButtonsProps {
  icon: IconName
  title: string
  note: string
  /** Beside the steps, such as what this screen will be for. */
  more?: ReactNode
}

/** A screen of a family that has nothing posted: what will stand here, and what to do first. */
export function NothingYet({ icon, title, note, steps, more }: NothingYetProps) {
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

/** For a table without rows: of a family that begins, or of a filter, which `otherwise` speaks about. */
export function NothingYetOr({ otherwise, ...nothing }: NothingYetProps & { otherwise: ReactNode }) {
  const isNothingPosted = useIsNothingPosted(true)
  if (isNothingPosted === undefined) return null
  return isNothingPosted ? <NothingYet {...nothing} /> : otherwise
}
