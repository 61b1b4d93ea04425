import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { PortfolioFilter } from '../../filter/filter.ts'
import { FilterBar } from '../../filter/filter-bar.tsx'
import { useFilter } from '../../filter/use-filter.ts'
import { lazyComponent } from '../../lib/browser/lazy-component.tsx'
import { useText } from '../../lib/i18n/i18n.ts'
import { useUserSettings } from '../../lib/session/user-settings.ts'
import { useHasNoTransactions } from '../../portfolio/first-steps.tsx'
import { type Performance, performanceQuery } from '../../portfolio/queries.ts'
import { QuerySection } from '../../portfolio/query-section.tsx'
import { Button } from '../../ui/display/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { AllocationCard } from './cards/allocation-card.tsx'
import { BestWorstCard } from './cards/best-worst-card.tsx'
import { CardBoundary } from './cards/card-boundary.tsx'
import { LastClosedCard } from './cards/recent-cards.tsx'
import { buildEquation, roundedSums } from './equation/equation.ts'
import { EquationHeader } from './equation/equation-header.tsx'
import { EquationSkeleton } from './equation/equation-skeleton.tsx'
import { LowerSkeleton } from './lower-skeleton.tsx'
import styles from './overview-screen.module.css'
import { PnlCard } from './pnl/pnl-card.tsx'
import { chartPoints } from './pnl/use-pnl.ts'

/** Rarely shown, so in a chunk of its own. */
const FirstSteps = lazyComponent(() => import('./first-steps.tsx').then(module => module.FirstSteps))

/** Below the fold, so loaded after the upper half. */
const OverviewLower = lazyComponent(
  () => import('./overview-lower.tsx').then(module => module.OverviewLower),
  LowerSkeleton,
)

/** The first screen after sign-in: net asset value, profit and loss, and allocation. */
export function OverviewScreen() {
  const text = useText()
  const { name, family } = useUserSettings()
  const { filter, body } = useFilter()
  const performance = useQuery(performanceQuery(body, { series: 'cumulative', points: chartPoints }))
  const inView = family === null ? text('all_families') : text('welcome_family', { family: family.name })
  // Without a start date, no transaction matches the filter.
  const isEmpty = performance.data !== undefined && !performance.data?.basis.start_date
  const isNew = useHasNoTransactions(isEmpty)
  const rounded = useMemo(
    () => (performance.data ? roundedSums(buildTerms(performance.data, filter)) : undefined),
    [performance.data, filter],
  )
  return (
    <>
      <FilterBar />
      <Page
        title={text('welcome', { name })}
        tabTitle={text('tab_overview')}
        note={inView}
        isTitleHidden={!isNew}
      >
        {isEmpty ? (
          isNew ? (
            <FirstSteps
              equation={
                performance.data && (
                  <EquationHeader
                    terms={buildTerms(performance.data, filter)}
                    performance={performance.data}
                    filter={filter}
                  />
                )
              }
            />
          ) : (
            isNew === false && <NothingMatches />
          )
        ) : (
          <div className={styles.grid}>
            <div className={styles.whole}>
              <QuerySection
                query={performance}
                skeleton={<EquationSkeleton hasOpening={filter.period.name !== 'all'} />}
                frame={notice => <Card>{notice}</Card>}
              >
                {data => (
                  <EquationHeader terms={buildTerms(data, filter)} performance={data} filter={filter} />
                )}
              </QuerySection>
            </div>
            <CardBoundary resetKey={body} className={styles.wide}>
              <PnlCard performance={performance} className={styles.wide} />
            </CardBoundary>
            <CardBoundary resetKey={body} className={styles.narrow}>
              <AllocationCard className={styles.narrow} />
            </CardBoundary>
            <CardBoundary resetKey={body} className={styles.wide}>
              <BestWorstCard className={styles.wide} />
            </CardBoundary>
            <CardBoundary resetKey={body} className={styles.narrow}>
              <LastClosedCard className={styles.narrow} />
            </CardBoundary>
            <OverviewLower performance={performance} rounded={rounded} />
          </div>
        )}
      </Page>
    </>
  )
}

function buildTerms(performance: Performance, filter: PortfolioFilter) {
  return buildEquation(performance, filter.period.name !== 'all')
}

/** The empty state when no transaction matches the filter. */
function NothingMatches() {
  const text = useText()
  const { reset } = useFilter()
  return (
    <Card>
      <EmptyState
        icon="filter"
        title={text('overview_no_match')}
        actions={
          <Button variant="primary" onClick={reset}>
            {text('overview_reset_filter')}
          </Button>
        }
      >
        {text('overview_no_match_note')}
      </EmptyState>
    </Card>
  )
}
