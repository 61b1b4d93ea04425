import { useQuery } from '@tanstack/react-query'
import { useText } from '../../lib/i18n.ts'
import { useModal } from '../../lib/modals.ts'
import { QueryPart } from '../../portfolio/query-part.tsx'
import { useFilter } from '../../portfolio/use-filter.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog, Spacer } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { ModalProps } from '../../ui/modal-props.ts'
import { Note } from '../../ui/note.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import styles from './strategies.module.css'
import { strategiesQuery, useAddToStrategy, useRemoveFromStrategy } from './use-strategies.ts'

/** In which strategies a position stands: each press takes effect at once. */
export function AddToStrategyModal({ modal, frame }: ModalProps<'add-to-strategy'>) {
  const text = useText()
  const { open } = useModal()
  const { filter } = useFilter()
  const body = { settings: {}, filters: {}, ...(filter.family !== undefined && { family: filter.family }) }
  const query = useQuery(strategiesQuery(body, 'name'))
  const add = useAddToStrategy()
  const remove = useRemoveFromStrategy()
  const make = (
    <Button icon="plus" onClick={() => void open({ kind: 'strategy' })}>
      {text('strategy_new')}
    </Button>
  )
  return (
    <Dialog
      {...frame}
      width={400}
      title={text('strategy_add_to')}
      footer={
        <>
          {make}
          <Spacer />
          <Button variant="primary" onClick={frame.onClose}>
            {text('close')}
          </Button>
        </>
      }
    >
      <QueryPart query={query} skeleton={<SkeletonRows rows={4} />}>
        {page =>
          page.data.length === 0 ? (
            <EmptyState icon="layers" title={text('strategies_empty')}>
              {text('strategies_empty_note')}
            </EmptyState>
          ) : (
            <div className={styles.stack}>
              {page.data.map(row => {
                const isIn = row.positions.some(({ id }) => id === modal.position)
                return (
                  <Checkbox
                    key={row.strategy_id}
                    checked={isIn}
                    label={row.name}
                    onChange={() =>
                      isIn
                        ? remove.mutate({ id: row.strategy_id, positionId: modal.position, name: row.name })
                        : add.mutate({ id: row.strategy_id, positionId: modal.position })
                    }
                  />
                )
              })}
              <Note>{text('strategy_add_to_note')}</Note>
            </div>
          )
        }
      </QueryPart>
    </Dialog>
  )
}
