import type { Position, PositionType } from '@plumbline/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useChoices } from '../../../filter/use-choices.ts'
import { useFilter } from '../../../filter/use-filter.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { type PositionsPage, positionsQuery } from '../../../portfolio/queries.ts'
import { QueryPart } from '../../../portfolio/query-part.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { SkeletonRows } from '../../../ui/layout/skeleton.tsx'
import { PositionLines } from './position-lines.tsx'
import styles from './recent-cards.module.css'

const shownRows = 10
/** What was opened lately is looked for among so many. */
const mostRecent = 1000

/** The positions that were closed last within the period. */
export function LastClosedCard({ className }: { className?: string | undefined }) {
  const { body } = useFilter()
  const query = useQuery(positionsQuery(body, { type: 'closed', limit: shownRows, order_by: '-date_closed' }))
  return <RecentCard type="closed" query={query} dateOf={closedOn} className={className} />
}

/** The open positions that were opened last; those that do not fit scroll inside. */
export function RecentOpenCard({ className }: { className?: string | undefined }) {
  const { body } = useFilter()
  const query = useQuery(positionsQuery(body, { type: 'open', limit: mostRecent, order_by: '-date_open' }))
  return <RecentCard type="open" query={query} dateOf={openedOn} className={className} />
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
  dateOf: (position: Position) => string | null
  className: string | undefined
}

function RecentCard({ type, query, dateOf, className }: RecentCardProps) {
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
      <QueryPart
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
            <div className={styles.scroll}>
              <PositionLines
                label={title}
                positions={page.data}
                middle={position => {
                  const date = dateOf(position)
                  return date === null ? '' : format.date(date)
                }}
              />
            </div>
          )
        }
      </QueryPart>
    </Card>
  )
}
