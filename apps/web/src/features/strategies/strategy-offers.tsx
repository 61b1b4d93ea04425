import { useText } from '../../lib/i18n/i18n.ts'
import { Button } from '../../ui/display/button.tsx'
import { Note } from '../../ui/display/note.tsx'
import styles from './strategies.module.css'
import { type StrategyDetail, useAddToStrategy } from './use-strategies.ts'

/** Suggests positions that are linked to the strategy but not part of it, such as hedges. */
export function StrategyOffers({ detail }: { detail: StrategyDetail }) {
  const text = useText()
  const add = useAddToStrategy()
  if (detail.offers.length === 0) return null
  return (
    <div className={styles.offers}>
      {detail.offers.map(({ position, linked_to, kind }) => (
        <Note key={position.id} tone="accent">
          <span className={styles.offer}>
            {text('strategy_offer', {
              position: position.name,
              partner: linked_to.name,
              kind: text(`link_kind_${kind}`),
            })}
            <Button
              size="small"
              isBusy={add.isPending && add.variables.positionId === position.id}
              onClick={() => add.mutate({ id: detail.strategy_id, positionId: position.id })}
            >
              {text('strategy_offer_add', { name: position.name })}
            </Button>
          </span>
        </Note>
      ))}
    </div>
  )
}
