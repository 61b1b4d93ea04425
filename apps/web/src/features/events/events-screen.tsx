import type { EventType } from '@plumbline/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useContext, useMemo, useState } from 'react'
import { FilterBar } from '../../filter/filter-bar.tsx'
import { useChoices } from '../../filter/use-choices.ts'
import { useFilter } from '../../filter/use-filter.ts'
import { useModal } from '../../lib/browser/modals.ts'
import { recall, remember } from '../../lib/browser/storage.ts'
import { dayIn } from '../../lib/format/format.ts'
import { DateSettingsContext, useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useHasRole } from '../../lib/session/user-settings.ts'
import { EventsSwitch } from '../../portfolio/events-switch.tsx'
import { FirstStepsEmptyState, useHasNoTransactions } from '../../portfolio/first-steps.tsx'
import { positionOrder } from '../../portfolio/positions/position-order.ts'
import { Note } from '../../ui/display/note.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { eventTypeOrder } from './event-colours.ts'
import { formatChoice, parseChoice, type RangeChoice, rangeDates } from './event-range.ts'
import { EventStatistics } from './event-statistics.tsx'
import styles from './events.module.css'
import { EventsCard } from './events-card.tsx'
import { EventsList } from './events-list.tsx'
import { eventsQuery, type PortfolioEvent } from './use-events.ts'

type Search = Readonly<Record<string, unknown>>

const weekendsKey = 'plumbline_events_weekends'

/** Upcoming events as a timeline, a list and statistics. */
export function EventsScreen() {
  const text = useText()
  const format = useFormat()
  const { open } = useModal()
  const isDemo = useHasRole('demo')
  const { body } = useFilter()
  const { types, setTypes } = useEventTypes()
  const [choice, setChoice] = useRangeChoice()
  const [hasWeekends, setHasWeekends] = useState(() => recall(weekendsKey) === 'yes')
  const { timeZone } = useContext(DateSettingsContext)
  const today = dayIn(new Date(), timeZone)
  const selection = useMemo(() => ({ range: rangeDates(choice, today), types }), [choice, today, types])
  const query = useQuery(eventsQuery(body, selection))
  const partialBefore = query.data?.extra.partial_before ?? null
  const openEvent = isDemo
    ? undefined
    : ({ position_id: id }: PortfolioEvent) => {
        if (id === null) return
        positionOrder.set([])
        void open({ kind: 'position', id })
      }
  const showWeekends = (isShown: boolean) => {
    remember(weekendsKey, isShown ? 'yes' : 'no')
    setHasWeekends(isShown)
  }
  const isEmpty = query.data?.count === 0
  const isNew = useHasNoTransactions(isEmpty)
  if (isEmpty && isNew !== false) {
    return (
      <>
        <FilterBar hasPeriod={false} />
        <Page title={text('tab_events')} note={<EventsSwitch current="events" />}>
          {isNew && (
            <Card>
              <FirstStepsEmptyState
                icon="calendar"
                title={text('first_events')}
                note={text('first_events_note')}
                steps={['import', 'asset']}
              />
            </Card>
          )}
        </Page>
      </>
    )
  }
  return (
    <>
      <FilterBar hasPeriod={false} />
      <Page title={text('tab_events')} note={<EventsSwitch current="events" />}>
        {partialBefore && (
          <Note tone="warn">{text('events_partial', { date: format.date(partialBefore) })}</Note>
        )}
        <div className={styles.grid}>
          <EventsCard
            className={styles.whole}
            {...{ query, today, choice, types, hasWeekends }}
            onChoice={setChoice}
            onTypes={setTypes}
            onWeekends={showWeekends}
            onOpen={openEvent}
          />
          <EventsList className={styles.wide} {...{ query, body, selection, today }} onOpen={openEvent} />
          <EventStatistics className={styles.narrow} query={query} />
        </div>
      </Page>
    </>
  )
}

/** The selected types, saved in the settings. None selected means all. */
function useEventTypes() {
  const { choices, choose } = useChoices()
  const saved = choices.event_types
  return useMemo(() => {
    const chosen = eventTypeOrder.filter(type => saved?.includes(type))
    const types: readonly EventType[] = chosen.length === 0 ? eventTypeOrder : chosen
    const setTypes = (next: readonly string[]) => {
      const known = eventTypeOrder.filter(type => next.includes(type))
      choose({ event_types: known.length === 0 ? [...eventTypeOrder] : known })
    }
    return { types, setTypes }
  }, [saved, choose])
}

/** The selected range, kept in the URL. */
function useRangeChoice(): [RangeChoice, (choice: RangeChoice) => void] {
  const navigate = useNavigate()
  const search: Search = useSearch({ strict: false })
  const choice = useMemo(() => parseChoice(search.ahead), [search.ahead])
  const setChoice = (next: RangeChoice) =>
    void navigate({
      to: '.',
      search: (previous: Search): Search => ({ ...previous, ahead: formatChoice(next) }),
      replace: true,
      resetScroll: false,
    })
  return [choice, setChoice]
}
