import { useQuery } from '@tanstack/react-query'
import { useText } from '../../lib/i18n.ts'
import { useModal } from '../../lib/modals.ts'
import { useHasRole } from '../../lib/user-settings.ts'
import { CsvButton } from '../../portfolio/csv-button.tsx'
import { QueryPart } from '../../portfolio/query-part.tsx'
import { useFilter } from '../../portfolio/use-filter.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, Spacer } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { ModalProps } from '../../ui/modal-props.ts'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { TransactionsTab } from './transactions-tab.tsx'
import { exportTransactionsOf, positionQuery } from './use-position.ts'

/** The bookings of one position by themselves, for those who came for them. */
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
      width={820}
      isFullOnPhone
      title={name === undefined ? text('details_transactions') : text('position_transactions', { name })}
      footer={
        <>
          <Button onClick={() => void open({ kind: 'position', id: modal.id })}>{text('details')}</Button>
          <Spacer />
          <CsvButton
            load={() => exportTransactionsOf(body, modal.id, { limit: 1000 })}
            fileName="transactions.csv"
          />
        </>
      }
    >
      <QueryPart query={query} skeleton={<SkeletonRows rows={8} />}>
        {detail => <TransactionsTab position={detail.calculated_pos} />}
      </QueryPart>
    </Dialog>
  )
}
