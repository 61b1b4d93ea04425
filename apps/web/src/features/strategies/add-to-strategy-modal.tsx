import { useQuery } from '@tanstack/react-query'
import { useFilter } from '../../filter/use-filter.ts'
import { useModal } from '../../lib/browser/modals.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { QuerySection } from '../../portfolio/query-section.tsx'
import { Button } from '../../ui/display/button.tsx'
import { Note } from '../../ui/display/note.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import { Dialog, Spacer } from '../../ui/overlay/dialog.tsx'
import type { ModalProps } from '../../ui/overlay/modal-props.ts'
import styles from './strategies.module.css'
import { strategiesQuery, useAddToStrategy, useRemoveFromStrategy } from './use-strategies.ts'

/** Adds a position to strategies and removes it. Each click takes effect at once. */
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
      <QuerySection query={query} skeleton={<SkeletonRows rows={4} />}>
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
      </QuerySection>
    </Dialog>
  )
}
