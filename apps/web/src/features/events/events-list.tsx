import { parseDay } from '@plumbline/charts'
import type { Filter } from '@plumbline/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useModal } from '../../lib/browser/modals.ts'
import { useIsPhone } from '../../lib/browser/use-media.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useHasRole } from '../../lib/session/user-settings.ts'
import { PnlAmount } from '../../portfolio/cells.tsx'
import { CsvButton } from '../../portfolio/csv-button.tsx'
import { MasterLink } from '../../portfolio/master-link.tsx'
import { Button } from '../../ui/display/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Table } from '../../ui/table/table.tsx'
import type { Column } from '../../ui/table/table-props.ts'
import { eventColour } from './event-colours.ts'
import { useEventWords } from './event-words.ts'
import styles from './events.module.css'
import { type EventSelection, type EventsPage, exportEvents, type PortfolioEvent } from './use-events.ts'

interface EventsListProps {
  query: UseQueryResult<EventsPage>
  body: Filter
  selection: EventSelection
  today: string
  onOpen: ((event: PortfolioEvent) => void) | undefined
  className?: string | undefined
}

/** A phone lists fewer events at first, so that the statistics below stay in reach. */
const firstOnPhone = 8

/** The events of the range, the next one first. */
export function EventsList({ query, body, selection, today, onOpen, className }: EventsListProps) {
  const text = useText()
  const words = useEventWords()
  const isPhone = useIsPhone()
  const isDemo = useHasRole('demo')
  const { open } = useModal()
  const [isExpanded, setIsExpanded] = useState(false)
  const all = query.data?.data
  const isCut = isPhone && !isExpanded && all !== undefined && all.length > firstOnPhone
  const columns = useColumns(query.data?.basis.currency ?? '', today)
  return (
    <Card
      className={className}
      title={text('events_list')}
      actions={
        <>
          {!isDemo && (
            <Button
              size="small"
              icon="bell"
              onClick={() => void open({ kind: 'notifications', tab: 'rules', form: 'new' })}
            >
              {text('events_remind')}
            </Button>
          )}
          <CsvButton size="small" load={() => exportEvents(body, selection)} fileName="events.csv" />
        </>
      }
    >
      <div aria-busy={query.isPlaceholderData || undefined}>
        <Table<PortfolioEvent>
          label={text('tab_events')}
          columns={columns}
          rows={isCut ? all.slice(0, firstOnPhone) : all}
          rowKey={({ id }) => id}
          density="compact"
          phoneRow={event => ({
            mark: <PhoneDate date={event.date} />,
            title: event.name,
            note: (
              <>
                <Dot event={event} />
                {[words.type(event.event_type), event.account?.name].filter(Boolean).join(', ')}
              </>
            ),
            value: event.original_amount !== null && (
              <PnlAmount value={event.calculated_amount} flags={event.flags} />
            ),
          })}
          {...(onOpen && { onOpen })}
          error={query.error}
          onRetry={() => void query.refetch()}
          empty={<EmptyState icon="calendar" title={text('events_none')} />}
        />
        {isCut && (
          <div className={styles.more}>
            <Button variant="quiet" isWide onClick={() => setIsExpanded(true)}>
              {text('events_all', { count: all.length })}
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}

function useColumns(currency: string, today: string): Column<PortfolioEvent>[] {
  const text = useText()
  const format = useFormat()
  const words = useEventWords()
  return useMemo(
    () => [
      {
        id: 'date',
        header: text('transactions_date'),
        width: 130,
        sortValue: event => event.date,
        cell: event => format.weekday(event.date),
      },
      {
        id: 'in',
        header: text('events_column_in'),
        width: 76,
        cell: event => (
          <span className={styles.quiet}>
            {event.date === today
              ? text('events_today')
              : text('held_days', { count: parseDay(event.date) - parseDay(today) })}
          </span>
        ),
      },
      {
        id: 'event_type',
        header: text('events_column_event'),
        width: 130,
        sortValue: event => words.type(event.event_type),
        cell: event => (
          <>
            <Dot event={event} />
            {words.type(event.event_type)}
          </>
        ),
      },
      {
        id: 'name',
        header: text('events_column_position'),
        width: 210,
        sortValue: event => event.name,
        shrinksTo: 140,
        cell: event => (
          <span className={styles.linked}>
            <span className={styles.name} title={event.name}>
              {event.name}
            </span>
            <MasterLink instrument={event.instrument_id} name={event.name} />
          </span>
        ),
      },
      {
        id: 'account',
        header: text('group_by_account'),
        shrinksTo: 90,
        sortValue: event => event.account?.name ?? null,
        cell: ({ account }) => (
          <span className={styles.quiet} title={account?.name}>
            {account?.name}
          </span>
        ),
      },
      {
        id: 'what',
        header: text('events_column_what'),
        width: 180,
        shrinksTo: 90,
        cell: event => (
          <span className={styles.quiet} title={words.what(event)}>
            {words.what(event)}
          </span>
        ),
      },
      {
        id: 'amount',
        header: text('events_column_amount', { currency }),
        align: 'end',
        width: 130,
        sortValue: event => event.calculated_amount,
        cell: event => <PnlAmount value={event.calculated_amount} flags={event.flags} />,
      },
    ],
    [text, format, words, currency, today],
  )
}

function Dot({ event }: { event: PortfolioEvent }) {
  return <span className={styles.dot} style={{ background: eventColour(event.event_type) }} />
}

/** The month above the day, as on a calendar. */
function PhoneDate({ date }: { date: string }) {
  const words = useEventWords()
  return (
    <span className={styles.date}>
      {words.monthShort(date.slice(0, 7))}
      <b>{Number(date.slice(8))}</b>
    </span>
  )
}
