import type { PriceUnits } from '@plumbline/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useModal } from '../../lib/browser/modals.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { PriceUnitsSwitch } from '../../portfolio/price-units.tsx'
import { QuerySection } from '../../portfolio/query-section.tsx'
import { ChartSkeleton } from '../../ui/chart/placeholder/chart-skeleton.tsx'
import { Button } from '../../ui/display/button.tsx'
import { Amount, Missing, Percent } from '../../ui/display/figure.tsx'
import { IconButton } from '../../ui/display/icon-button.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { PriceChart } from './price-chart.tsx'
import { TargetsTable } from './targets-table.tsx'
import { historyQuery, type WatchedTicker } from './use-watchlist.ts'
import styles from './watchlist.module.css'

const ranges = { '3m': 3, '1y': 12, '5y': 60 } as const
type Range = keyof typeof ranges

interface TickerCardProps {
  watched: WatchedTicker
  canChange: boolean
}

/** A ticker with its price, price chart and targets. */
export function TickerCard({ watched, canChange }: TickerCardProps) {
  const text = useText()
  const format = useFormat()
  const { open } = useModal()
  const [range, setRange] = useState<Range>('1y')
  const [units, setUnits] = useState<PriceUnits>('adjusted')
  const { ticker } = watched
  const query = useQuery(historyQuery(ticker.id, monthsBefore(watched.price_date, ranges[range]), units))
  const edit = () => void open({ kind: 'ticker', id: watched.id })
  return (
    <Card
      title={ticker.name}
      note={[ticker.long_name, ticker.currency].filter(Boolean).join(' · ')}
      actions={
        <>
          <Segmented
            size="small"
            label={text('watchlist_range')}
            segments={(['3m', '1y', '5y'] as const).map(value => ({ value, label: text(`period_${value}`) }))}
            value={range}
            onChange={setRange}
          />
          {canChange && (
            <IconButton
              icon="edit"
              label={text('watchlist_edit_named', { name: ticker.name })}
              onClick={edit}
            />
          )}
        </>
      }
    >
      <div className={styles.headline}>
        <span className={styles.now}>
          {watched.price === null ? <Missing /> : format.quote(watched.price)}
        </span>
        <Percent value={watched.day_change} />
        <span className={styles.held}>
          {watched.held_quantity === null ? (
            text('watchlist_hold_none')
          ) : (
            <>
              <span data-amount="">
                {text('watchlist_hold', { quantity: format.quantity(watched.held_quantity) })}
              </span>{' '}
              <Amount value={watched.held_value} currency={watched.value_currency} />
            </>
          )}
        </span>
      </div>
      <QuerySection query={query} skeleton={<ChartSkeleton height={260} />}>
        {history => (
          <>
            {history.splits.length > 0 && <PriceUnitsSwitch value={units} onChange={setUnits} />}
            <PriceChart watched={watched} history={history} />
          </>
        )}
      </QuerySection>
      <TargetsTable watched={watched} canChange={canChange} />
      <div className={styles.foot}>
        {canChange && (
          <Button variant="quiet" size="small" icon="plus" onClick={edit}>
            {text('watchlist_target_add')}
          </Button>
        )}
        <span className={styles.quiet}>
          {watched.price_date !== null &&
            [text('watchlist_prices_of', { date: format.date(watched.price_date) }), ticker.exchange]
              .filter(Boolean)
              .join(', ')}
        </span>
      </div>
    </Card>
  )
}

/** The date that many months before the last close. */
function monthsBefore(last: string | null, months: number): string | undefined {
  if (last === null) return undefined
  const day = new Date(`${last}T00:00:00Z`)
  day.setUTCMonth(day.getUTCMonth() - months)
  return day.toISOString().slice(0, 10)
}
