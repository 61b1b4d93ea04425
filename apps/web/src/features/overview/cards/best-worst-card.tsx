import type { CurrencyType, Position } from '@plumbline/contract'
import { useQuery } from '@tanstack/react-query'
import { useChoices } from '../../../filter/use-choices.ts'
import { useFilter } from '../../../filter/use-filter.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { QuerySection } from '../../../portfolio/query-section.tsx'
import { Segmented } from '../../../ui/form/segmented.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { SkeletonRows } from '../../../ui/layout/skeleton.tsx'
import { bestWorstQuery } from '../card-queries.ts'
import styles from './best-worst-card.module.css'
import { PositionLines } from './position-lines.tsx'

const rankingSize = 10

/** The open positions with the highest and the lowest return. */
export function BestWorstCard({ className }: { className?: string | undefined }) {
  const text = useText()
  const { body } = useFilter()
  const { choices, choose } = useChoices()
  const currencyType: CurrencyType = choices.best_worst_currency_type ?? 'calculated'
  const query = useQuery(bestWorstQuery(body, { count: rankingSize, currency_type: currencyType }))
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
      <QuerySection query={query} skeleton={<SkeletonRows rows={rankingSize} rowHeight={28} />}>
        {({ best, worst }) =>
          best.length + worst.length === 0 ? (
            <EmptyState icon="list" title={text('best_worst_none')} />
          ) : (
            <div className={styles.halves}>
              <Ranking title={text('best_of', { count: rankingSize })} positions={best} />
              <Ranking title={text('worst_of', { count: rankingSize })} positions={worst} />
            </div>
          )
        }
      </QuerySection>
    </Card>
  )
}

/** One ranking. Its bars are scaled to its own largest return. */
function Ranking({ title, positions }: { title: string; positions: readonly Position[] }) {
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
