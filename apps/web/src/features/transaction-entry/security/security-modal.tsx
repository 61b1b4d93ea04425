import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../../lib/api/api-error.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { QuerySection } from '../../../portfolio/query-section.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { SkeletonRows } from '../../../ui/layout/skeleton.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import type { ModalProps } from '../../../ui/overlay/modal-props.ts'
import { SecurityForm } from './security-form.tsx'
import { recognizedQuery } from './use-security.ts'

/** Moves the transactions of one security, or a part of them, to the one that they belong to. */
export function SecurityModal({ modal, frame }: ModalProps<'security'>) {
  const text = useText()
  const query = useQuery(recognizedQuery(modal.id))
  if (query.data) return <SecurityForm id={modal.id} recognized={query.data} frame={frame} />
  const isGone = query.error instanceof ApiError && query.error.status === 404
  return (
    <Dialog {...frame} title={text('security_title')}>
      {isGone ? (
        <EmptyState icon="swap" title={text('entry_gone')} />
      ) : (
        <QuerySection query={query} skeleton={<SkeletonRows rows={6} />}>
          {() => null}
        </QuerySection>
      )}
    </Dialog>
  )
}
