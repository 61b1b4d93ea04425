import type { UseQueryResult } from '@tanstack/react-query'
import { useFilter } from '../../filter/use-filter.ts'
import type { Performance } from '../../portfolio/queries.ts'
import { BalanceCard } from './cards/balance-card.tsx'
import { CardPlace } from './cards/card-place.tsx'
import { CashCard } from './cards/cash-card.tsx'
import { MonthsCard } from './cards/months-card.tsx'
import { MoversCard } from './cards/movers-card.tsx'
import { PerformanceCard } from './cards/performance-card.tsx'
import { PositionsCard } from './cards/positions-card.tsx'
import { RecentOpenCard } from './cards/recent-cards.tsx'
import { RiskCard } from './cards/risk-card.tsx'
import type { PrintedSums } from './equation/equation.ts'
import styles from './overview-screen.module.css'

interface OverviewLowerProps {
  performance: UseQueryResult<Performance>
  printed: PrintedSums | undefined
}

/** Below what is seen at first: its code comes after that of the upper half. */
export function OverviewLower({ performance, printed }: OverviewLowerProps) {
  const { body } = useFilter()
  return (
    <>
      <CardPlace of={body} className={styles.wide}>
        <PositionsCard printed={printed} className={styles.wide} />
      </CardPlace>
      <CardPlace of={body} className={styles.narrow}>
        <CashCard
          printed={printed}
          isLeftOut={performance.data?.cash_flow.is_net_invested ?? false}
          className={styles.narrow}
        />
      </CardPlace>
      <CardPlace of={body} className={styles.wide}>
        <PerformanceCard performance={performance} className={styles.wide} />
      </CardPlace>
      <CardPlace of={body} className={styles.narrow}>
        <RiskCard className={styles.narrow} />
      </CardPlace>
      <CardPlace of={body} className={styles.wide}>
        <MonthsCard className={styles.wide} />
      </CardPlace>
      <CardPlace of={body} className={styles.narrow}>
        <MoversCard className={styles.narrow} />
      </CardPlace>
      <CardPlace of={body} className={styles.wide}>
        <BalanceCard performance={performance} className={styles.wide} />
      </CardPlace>
      <CardPlace of={body} className={styles.narrow}>
        <RecentOpenCard className={styles.narrow} />
      </CardPlace>
    </>
  )
}
