import { useQuery } from '@tanstack/react-query'
import { DialogPrintSummary } from '../../filter/filter-print-summary.tsx'
import { useFilter } from '../../filter/use-filter.ts'
import { useModal } from '../../lib/browser/modals.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useHasRole } from '../../lib/session/user-settings.ts'
import { CsvButton } from '../../portfolio/csv-button.tsx'
import { QuerySection } from '../../portfolio/query-section.tsx'
import { Button } from '../../ui/display/button.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import { Dialog, Spacer } from '../../ui/overlay/dialog.tsx'
import type { ModalProps } from '../../ui/overlay/modal-props.ts'
import { TransactionsTab } from './transactions-tab.tsx'
import { exportPositionTransactions, positionQuery } from './use-position.ts'

/** The transactions of one position without its other details. */
export function PositionTransactionsModal({ modal, frame }: ModalProps<'position-transactions'>) {
  const text = useText()
  const { open } = useModal()
  const isDemo = useHasRole('demo')
  const { body } = useFilter()
  const query = useQuery({ ...positionQuery(body, modal.id), enabled: !isDemo })
  const name = query.data?.calculated_pos.name
  if (isDemo) {
    return (
      <Dialog {...frame} title={text('details_transactions')} width={540}>
        <EmptyState icon="shield" title={text('details_demo')} />
      </Dialog>
    )
  }
  return (
    <Dialog
      {...frame}
      printed={<DialogPrintSummary basis={query.data?.basis} />}
      width={820}
      isFullOnPhone
      title={name === undefined ? text('details_transactions') : text('position_transactions', { name })}
      footer={
        <>
          <Button onClick={() => void open({ kind: 'position', id: modal.id })}>{text('details')}</Button>
          <Spacer />
          <CsvButton
            load={() => exportPositionTransactions(body, modal.id, { limit: 1000 })}
            fileName="transactions.csv"
          />
        </>
      }
    >
      <QuerySection query={query} skeleton={<SkeletonRows rows={8} />}>
        {detail => <TransactionsTab position={detail.calculated_pos} />}
      </QuerySection>
    </Dialog>
  )
}
