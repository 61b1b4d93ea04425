import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useFilter } from '../../filter/use-filter.ts'
import type { Performance } from '../../portfolio/queries.ts'
import { RenderInView } from '../../ui/layout/render-in-view.tsx'
import { BalanceCard } from './cards/balance-card.tsx'
import { CardBoundary } from './cards/card-boundary.tsx'
import { CashCard } from './cards/cash-card.tsx'
import { MonthsCard } from './cards/months/months-card.tsx'
import { MoversCard } from './cards/movers-card.tsx'
import { PerformanceCard } from './cards/performance-card.tsx'
import { PositionsCard } from './cards/positions-card.tsx'
import { RecentOpenCard } from './cards/recent-cards.tsx'
import { RiskCard } from './cards/risk-card.tsx'
import type { RoundedSums } from './equation/equation.ts'
import styles from './overview-screen.module.css'

/** About the height of the lower cards, in pixels. */
const cardHeight = 420

interface OverviewLowerProps {
  performance: UseQueryResult<Performance>
  rounded: RoundedSums | undefined
}

/** The cards below the fold, in a lazy-loaded chunk. */
export function OverviewLower({ performance, rounded }: OverviewLowerProps) {
  return (
    <>
      <LowerCard className={styles.wide}>
        <PositionsCard rounded={rounded} className={styles.wide} />
      </LowerCard>
      <LowerCard className={styles.narrow}>
        <CashCard
          rounded={rounded}
          isLeftOut={performance.data?.cash_flow.is_net_invested ?? false}
          className={styles.narrow}
        />
      </LowerCard>
      <LowerCard className={styles.wide}>
        <PerformanceCard performance={performance} className={styles.wide} />
      </LowerCard>
      <LowerCard className={styles.narrow}>
        <RiskCard className={styles.narrow} />
      </LowerCard>
      <LowerCard className={styles.wide}>
        <MonthsCard className={styles.wide} />
      </LowerCard>
      <LowerCard className={styles.narrow}>
        <MoversCard className={styles.narrow} />
      </LowerCard>
      <LowerCard className={styles.wide}>
        <BalanceCard performance={performance} className={styles.wide} />
      </LowerCard>
      <LowerCard className={styles.narrow}>
        <RecentOpenCard className={styles.narrow} />
      </LowerCard>
    </>
  )
}

/** A card that is rendered, and requests its figures, once it comes into view. */
function LowerCard({ className, children }: { className: string | undefined; children: ReactNode }) {
  const { body } = useFilter()
  return (
    <CardBoundary resetKey={body} className={className}>
      <RenderInView className={className} height={cardHeight}>
        {children}
      </RenderInView>
    </CardBoundary>
  )
}
