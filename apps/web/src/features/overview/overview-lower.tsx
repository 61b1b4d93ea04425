import type { UseQueryResult } from '@tanstack/react-query'
import { useFilter } from '../../filter/use-filter.ts'
import type { Performance } from '../../portfolio/queries.ts'
import { BalanceCard } from './cards/balance-card.tsx'
import { CardBoundary } from './cards/card-boundary.tsx'
import { CashCard } from './cards/cash-card.tsx'
import { MonthsCard } from './cards/months-card.tsx'
import { MoversCard } from './cards/movers-card.tsx'
import { PerformanceCard } from './cards/performance-card.tsx'
import { PositionsCard } from './cards/positions-card.tsx'
import { RecentOpenCard } from './cards/recent-cards.tsx'
import { RiskCard } from './cards/risk-card.tsx'
import type { RoundedSums } from './equation/equation.ts'
import styles from './overview-screen.module.css'

interface OverviewLowerProps {
  performance: UseQueryResult<Performance>
  rounded: RoundedSums | undefined
}

/** The cards below the fold, in a lazy-loaded chunk. */
export function OverviewLower({ performance, rounded }: OverviewLowerProps) {
  const { body } = useFilter()
  return (
    <>
      <CardBoundary resetKey={body} className={styles.wide}>
        <PositionsCard rounded={rounded} className={styles.wide} />
      </CardBoundary>
      <CardBoundary resetKey={body} className={styles.narrow}>
        <CashCard
          rounded={rounded}
          isLeftOut={performance.data?.cash_flow.is_net_invested ?? false}
          className={styles.narrow}
        />
      </CardBoundary>
      <CardBoundary resetKey={body} className={styles.wide}>
        <PerformanceCard performance={performance} className={styles.wide} />
      </CardBoundary>
      <CardBoundary resetKey={body} className={styles.narrow}>
        <RiskCard className={styles.narrow} />
      </CardBoundary>
      <CardBoundary resetKey={body} className={styles.wide}>
        <MonthsCard className={styles.wide} />
      </CardBoundary>
      <CardBoundary resetKey={body} className={styles.narrow}>
        <MoversCard className={styles.narrow} />
      </CardBoundary>
      <CardBoundary resetKey={body} className={styles.wide}>
        <BalanceCard performance={performance} className={styles.wide} />
      </CardBoundary>
      <CardBoundary resetKey={body} className={styles.narrow}>
        <RecentOpenCard className={styles.narrow} />
      </CardBoundary>
    </>
  )
}
