import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useIsPhone } from '../../lib/browser/use-media.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { QuerySection } from '../../portfolio/query-section.tsx'
import { ChartSkeleton } from '../../ui/chart/placeholder/chart-skeleton.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { feeDays } from './fee-days.ts'
import styles from './fees.module.css'
import { FeesChart } from './fees-chart.tsx'
import type { Fees } from './use-fees.ts'

interface FeesChartCardProps {
  query: UseQueryResult<Fees>
  className?: string | undefined
  onDay: (date: string) => void
}

export function FeesChartCard({ query, className, onDay }: FeesChartCardProps) {
  const text = useText()
  const isPhone = useIsPhone()
  const height = isPhone ? 236 : 348
  return (
    <Card className={className} title={text('fees_over_time')} note={query.data?.basis.currency}>
      <div className={styles.chart}>
        <QuerySection query={query} skeleton={<ChartSkeleton height={height} />}>
          {fees => <FeesPlot fees={fees} height={height} onDay={onDay} />}
        </QuerySection>
      </div>
    </Card>
  )
}

function FeesPlot({ fees, height, onDay }: { fees: Fees; height: number; onDay: (date: string) => void }) {
  const series = fees.total.daily_ts
  const days = useMemo(() => feeDays(series), [series])
  return <FeesChart days={days} height={height} onDay={onDay} />
}
