import type { CurrencyType, Position } from '@plumbline/contract'
import { useQuery } from '@tanstack/react-query'
import { useChoices } from '../../../filter/use-choices.ts'
import { useFilter } from '../../../filter/use-filter.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { QueryPart } from '../../../portfolio/query-part.tsx'
import { Segmented } from '../../../ui/form/segmented.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { SkeletonRows } from '../../../ui/layout/skeleton.tsx'
import { bestWorstQuery } from '../use-lower.ts'
import styles from './best-worst-card.module.css'
import { PositionLines } from './position-lines.tsx'

const shownOfEach = 10

/** Which open positions gained most and which lost most, by return. */
export function BestWorstCard({ className }: { className?: string | undefined }) {
  const text = useText()
  const { body } = useFilter()
  const { choices, choose } = useChoices()
  const currencyType: CurrencyType = choices.best_worst_currency_type ?? 'calculated'
  const query = useQuery(bestWorstQuery(body, { count: shownOfEach, currency_type: currencyType }))
  return (
    <Card
      className={className}
      title={text('best_worst')}
      note={text('best_worst_note')}
      actions={
        <Segmented
          size="small"
          label={text('best_worst_currency')}
          segments={[
            { value: 'calculated', label: text('best_worst_calculated') },
            { value: 'original', label: text('best_worst_original') },
          ]}
          value={currencyType}
          onChange={next => choose({ best_worst_currency_type: next })}
        />
      }
    >
      <QueryPart query={query} skeleton={<SkeletonRows rows={shownOfEach} rowHeight={28} />}>
        {({ best, worst }) =>
          best.length + worst.length === 0 ? (
            <EmptyState icon="list" title={text('best_worst_none')} />
          ) : (
            <div className={styles.halves}>
              <Half title={text('best_of', { count: shownOfEach })} positions={best} />
              <Half title={text('worst_of', { count: shownOfEach })} positions={worst} />
            </div>
          )
        }
      </QueryPart>
    </Card>
  )
}

/** The bars of one half compare its returns with each other. */
function Half({ title, positions }: { title: string; positions: readonly Position[] }) {
  const most = Math.max(...positions.map(({ pnl_rel_total: pnl }) => Math.abs(pnl ?? 0)), 1e-9)
  return (
    <div className={styles.half}>
      <h3 className={styles.title}>{title}</h3>
      <PositionLines
        label={title}
        positions={positions}
        hasSymbols
        middle={({ pnl_rel_total: pnl }) => (
          <span className={styles.track} aria-hidden="true">
            <span
              className={(pnl ?? 0) < 0 ? styles.loss : styles.gain}
              style={{ width: `${Math.max(6, (Math.abs(pnl ?? 0) / most) * 100)}%` }}
            />
          </span>
        )}
      />
    </div>
  )
}
