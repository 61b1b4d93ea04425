import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../lib/api/api-error.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { QuerySection } from '../../portfolio/query-section.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import type { ModalProps } from '../../ui/overlay/modal-props.ts'
import { AddForm } from './add-form.tsx'
import { CorrectForm } from './correct-form.tsx'
import { TransactionView } from './transaction-view.tsx'
import { historyQuery } from './use-transactions.ts'

/** Adds a transaction, or shows one beside its history, for correction where the user may correct it. */
export function TransactionModal({ modal, frame }: ModalProps<'transaction'>) {
  const text = useText()
  const query = useQuery({ ...historyQuery(modal.id ?? ''), enabled: modal.id !== undefined })
  if (modal.id === undefined) return <AddForm frame={frame} given={modal} />
  const versions = query.data
  const newest = versions?.[0]
  if (newest && !newest.transaction.is_editable)
    return <TransactionView frame={frame} versions={versions} newest={newest} />
  if (newest) return <CorrectForm key={newest.revision} frame={frame} versions={versions} newest={newest} />
  const isGone = query.error instanceof ApiError && query.error.status === 404
  return (
    <Dialog {...frame} title={text('entry_correct')}>
      {isGone ? (
        <EmptyState icon="swap" title={text('entry_gone')} />
      ) : (
        <QuerySection query={query} skeleton={<SkeletonRows rows={6} />}>
          {() => <EmptyState icon="swap" title={text('entry_gone')} />}
        </QuerySection>
      )}
    </Dialog>
  )
}
