import type { UseQueryResult } from '@tanstack/react-query'
import type { Performance } from '../../portfolio/queries.ts'
import { useFilter } from '../../portfolio/use-filter.ts'
import { BalanceCard } from './balance-card.tsx'
import { CardPlace } from './card-place.tsx'
import { CashCard } from './cash-card.tsx'
import type { PrintedSums } from './equation.ts'
import { MonthsCard } from './months-card.tsx'
import { MoversCard } from './movers-card.tsx'
import styles from './overview-screen.module.css'
import { PerformanceCard } from './performance-card.tsx'
import { PositionsCard } from './positions-card.tsx'
import { RecentOpenCard } from './recent-cards.tsx'
import { RiskCard } from './risk-card.tsx'

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
