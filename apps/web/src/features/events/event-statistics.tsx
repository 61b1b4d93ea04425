import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { PnlAmount } from '../../portfolio/cells.tsx'
import { QuerySection } from '../../portfolio/query-section.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import { Table } from '../../ui/table/table.tsx'
import type { Column } from '../../ui/table/table-props.ts'
import { eventColour } from './event-colours.ts'
import { useEventWords } from './event-words.ts'
import styles from './events.module.css'
import type { EventsPage } from './use-events.ts'

type View = 'type' | 'month'

interface StatisticRow {
  key: string
  name: string
  colour: string
  count: number
  amount: number | null
}

/** Number and amount of events by type or by month. */
export function EventStatistics({
  query,
  className,
}: {
  query: UseQueryResult<EventsPage>
  className?: string | undefined
}) {
  const text = useText()
  const [view, setView] = useState<View>('type')
  return (
    <Card
      className={className}
      title={text('events_statistics')}
      actions={
        <Segmented
          size="small"
          label={text('events_statistics')}
          segments={[
            { value: 'type', label: text('events_by_type') },
            { value: 'month', label: text('events_by_month') },
          ]}
          value={view}
          onChange={setView}
        />
      }
    >
      <QuerySection query={query} skeleton={<SkeletonRows rows={8} rowHeight={28} />}>
        {page => <StatisticsTable page={page} view={view} />}
      </QuerySection>
    </Card>
  )
}

function StatisticsTable({ page, view }: { page: EventsPage; view: View }) {
  const text = useText()
  const rows = useRows(page, view)
  const columns = useColumns(page, view, rows)
  const format = useFormat()
  return (
    <Table<StatisticRow>
      label={text(view === 'type' ? 'events_by_type' : 'events_by_month')}
      columns={columns}
      rows={rows}
      rowKey={({ key }) => key}
      density="compact"
      phoneRow={({ name, count, amount, colour }) => ({
        title: (
          <>
            <span className={styles.dot} style={{ background: colour }} />
            {name}
          </>
        ),
        value: <PnlAmount value={amount} />,
        change: format.count(count),
      })}
    />
  )
}

function useRows({ extra: { statistics } }: EventsPage, view: View): StatisticRow[] {
  const words = useEventWords()
  return useMemo(() => {
    if (view === 'month') {
      return statistics.period.map(({ period, count, calculated_amount: amount }) => ({
        key: period,
        name: words.month(period),
        colour: 'var(--c1)',
        count,
        amount,
      }))
    }
    return statistics.event_type
      .map(({ event_type: type, count, calculated_amount: amount }) => ({
        key: type,
        name: words.type(type),
        colour: eventColour(type),
        count,
        amount,
      }))
      .toSorted((one, other) => other.count - one.count)
  }, [statistics, view, words])
}

function useColumns(page: EventsPage, view: View, rows: readonly StatisticRow[]): Column<StatisticRow>[] {
  const text = useText()
  const format = useFormat()
  return useMemo(() => {
    const { total } = page.extra.statistics
    const most = Math.max(1, ...rows.map(({ count }) => count))
    return [
      {
        id: 'name',
        header: text(view === 'type' ? 'events_column_type' : 'events_column_month'),
        cell: ({ name, colour }) => (
          <>
            <span className={styles.dot} style={{ background: colour }} />
            {name}
          </>
        ),
        total: <span className={styles.total}>{text('table_total')}</span>,
      },
      {
        id: 'count',
        header: text('events_column_count'),
        align: 'end',
        sortValue: ({ count }) => count,
        cell: ({ count, colour }) => (
          <span className={styles.counted}>
            {format.count(count)}
            <span className={styles.track} aria-hidden="true">
              <span style={{ width: `${(count / most) * 100}%`, background: colour }} />
            </span>
          </span>
        ),
        total: (
          <span className={styles.counted}>
            <span className={styles.total}>{format.count(total.count)}</span>
            <span style={{ width: 56 }} />
          </span>
        ),
      },
      {
        id: 'amount',
        header: text('events_column_amount', { currency: page.basis.currency }),
        align: 'end',
        sortValue: ({ amount }) => amount,
        cell: ({ amount }) => <PnlAmount value={amount} />,
        total: (
          <span className={styles.total}>
            <PnlAmount value={total.calculated_amount} />
          </span>
        ),
      },
    ]
  }, [page, view, rows, text, format])
}
