import type { EventType } from '@plumbline/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { MultiSelect } from '../../filter/multi-select.tsx'
import { formatDateRange } from '../../filter/period/period-labels.ts'
import { useIsPhone } from '../../lib/browser/use-media.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { QuerySection } from '../../portfolio/query-section.tsx'
import { ChartSkeleton } from '../../ui/chart/placeholder/chart-skeleton.tsx'
import { Switch } from '../../ui/form/checkbox.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { eventTypeOrder } from './event-colours.ts'
import { EventMonths } from './event-months.tsx'
import type { RangeChoice } from './event-range.ts'
import { EventRangeControl } from './event-range-control.tsx'
import { EventTimeline } from './event-timeline.tsx'
import { useEventWords } from './event-words.ts'
import styles from './events.module.css'
import type { EventsPage, PortfolioEvent } from './use-events.ts'

interface EventsCardProps {
  query: UseQueryResult<EventsPage>
  today: string
  choice: RangeChoice
  types: readonly EventType[]
  hasWeekends: boolean
  onChoice: (choice: RangeChoice) => void
  onTypes: (types: readonly string[]) => void
  onWeekends: (isShown: boolean) => void
  onOpen: ((event: PortfolioEvent) => void) | undefined
  className?: string | undefined
}

/** The timeline with controls for range, types and weekends. */
export function EventsCard(props: EventsCardProps) {
  const { query, today, choice, types, hasWeekends, onChoice, onTypes, onWeekends, onOpen, className } = props
  const text = useText()
  const format = useFormat()
  const isPhone = useIsPhone()
  const range = query.data?.extra.range
  return (
    <Card
      className={className}
      title={text('events_ahead')}
      note={
        range === undefined || isPhone
          ? undefined
          : text('events_count', {
              count: query.data?.count ?? 0,
              range: formatDateRange(range.start_date, range.end_date, text, format),
            })
      }
      actions={
        !isPhone && (
          <div className={styles.tools}>
            <TypesChoice types={types} onTypes={onTypes} />
            <Switch
              label={text('events_weekends')}
              checked={hasWeekends}
              onChange={event => onWeekends(event.target.checked)}
            />
            <EventRangeControl choice={choice} shown={range} onChoice={onChoice} />
          </div>
        )
      }
    >
      {isPhone && (
        <div className={styles.phoneTools}>
          <EventRangeControl choice={choice} shown={range} onChoice={onChoice} />
          <TypesChoice types={types} onTypes={onTypes} />
        </div>
      )}
      <QuerySection query={query} skeleton={<ChartSkeleton height={isPhone ? 72 : 300} />}>
        {page =>
          page.count === 0 ? (
            <EmptyState icon="calendar" title={text('events_none')}>
              {text('events_none_note')}
            </EmptyState>
          ) : isPhone ? (
            <EventMonths months={page.extra.statistics.period} />
          ) : (
            <div className={styles.timeline}>
              <EventTimeline
                events={page.data}
                range={page.extra.range}
                {...{ today, hasWeekends, onOpen }}
              />
              <Legend />
            </div>
          )
        }
      </QuerySection>
    </Card>
  )
}

function TypesChoice({ types, onTypes }: Pick<EventsCardProps, 'types' | 'onTypes'>) {
  const text = useText()
  const words = useEventWords()
  const kind = useMemo(
    () => ({
      label: text('events_types'),
      all: text('events_types_all'),
      find: text('events_types_find'),
      options: eventTypeOrder.map(type => ({ value: type, label: words.type(type) })),
    }),
    [text, words],
  )
  const chosen = types.length === eventTypeOrder.length ? [] : types
  return <MultiSelect kind={kind} chosen={chosen} onChange={onTypes} />
}

/** The legend of the marks. */
function Legend() {
  const text = useText()
  return (
    <div className={styles.key}>
      <span>
        <svg width="10" height="10" aria-hidden="true">
          <circle cx="5" cy="5" r="4.5" fill="currentColor" />
        </svg>
        {text('events_key_amount')}
      </span>
      <span>
        <svg width="12" height="12" aria-hidden="true">
          <path d="M6 1l5 5-5 5-5-5Z" fill="none" stroke="currentColor" strokeWidth="1.5" />
        </svg>
        {text('events_key_date')}
      </span>
    </div>
  )
}
