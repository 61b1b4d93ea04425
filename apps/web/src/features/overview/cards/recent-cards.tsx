import type { Position, PositionType } from '@plumbline/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useChoices } from '../../../filter/use-choices.ts'
import { useFilter } from '../../../filter/use-filter.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { type PositionsPage, positionsQuery } from '../../../portfolio/queries.ts'
import { QuerySection } from '../../../portfolio/query-section.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { SkeletonRows } from '../../../ui/layout/skeleton.tsx'
import { PositionLines } from './position-lines.tsx'
import styles from './recent-cards.module.css'

const shownRows = 10

/** The positions closed last within the period. */
export function LastClosedCard({ className }: { className?: string | undefined }) {
  const { body } = useFilter()
  const query = useQuery(positionsQuery(body, { type: 'closed', limit: shownRows, order_by: '-date_closed' }))
  return <RecentCard type="closed" query={query} shownDate={closedOn} className={className} />
}

/** The positions opened last that are still open. */
export function RecentOpenCard({ className }: { className?: string | undefined }) {
  const { body } = useFilter()
  const query = useQuery(positionsQuery(body, { type: 'open', limit: shownRows, order_by: '-date_open' }))
  return <RecentCard type="open" query={query} shownDate={openedOn} className={className} />
}

function closedOn({ date_closed: date }: Position): string | null {
  return date
}

function openedOn({ date_open: date }: Position): string | null {
  return date
}

interface RecentCardProps {
  type: PositionType
  query: ReturnType<typeof useQuery<PositionsPage>>
  shownDate: (position: Position) => string | null
  className: string | undefined
}

function RecentCard({ type, query, shownDate, className }: RecentCardProps) {
  const text = useText()
  const format = useFormat()
  const { choose } = useChoices()
  const title = text(type === 'open' ? 'recent_open' : 'recent_closed')
  return (
    <Card
      className={className}
      title={title}
      actions={
        query.data !== undefined &&
        query.data.count > 0 && (
          <Link to="/positions" className={styles.all} onClick={() => choose({ position_type: type })}>
            {text('recent_all', { count: format.count(query.data.count) })}
          </Link>
        )
      }
    >
      <QuerySection
        query={query}
        skeleton={<SkeletonRows rows={shownRows} rowHeight={28} />}
        className={styles.part}
      >
        {page =>
          page.data.length === 0 ? (
            <EmptyState
              icon="list"
              title={text(type === 'open' ? 'positions_none_open' : 'positions_none_closed')}
            />
          ) : (
            <PositionLines
              label={title}
              positions={page.data}
              middle={position => {
                const date = shownDate(position)
                return date === null ? '' : format.date(date)
              }}
            />
          )
        }
      </QuerySection>
    </Card>
  )
}
