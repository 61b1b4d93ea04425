import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import {
  useChooseFamily,
  useFamilyInUrl,
  useHasSeveralFamilies,
  useIsForeignFamily,
} from '../../filter/family/use-family.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Button } from '../../ui/display/button.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'

/** Blocks screens whose URL names a family the user may not see, so that no other family's figures appear there. */
export function FamilyGuard({ children }: { children: ReactNode }) {
  const text = useText()
  const isForeign = useIsForeignFamily()
  const hasSeveral = useHasSeveralFamilies()
  const choose = useChooseFamily()
  const navigate = useNavigate()
  useFamilyInUrl()
  if (!isForeign) return children
  const leave = () =>
    hasSeveral ? choose(null) : void navigate({ to: '/overview', search: { family: undefined } })
  return (
    <EmptyState
      icon="users"
      title={text('family_unknown')}
      actions={<Button onClick={leave}>{text(hasSeveral ? 'all_families' : 'home_page')}</Button>}
    >
      {text('family_unknown_note')}
    </EmptyState>
  )
}
