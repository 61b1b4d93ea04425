import type { Period } from '@plumbline/contract'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { FilterBar } from '../../filter/filter-bar.tsx'
import { useFilter } from '../../filter/use-filter.ts'
import { lazyComponent } from '../../lib/browser/lazy-component.tsx'
import { useText } from '../../lib/i18n/i18n.ts'
import { useHasRole, useSettingsData, useUserSettings } from '../../lib/session/user-settings.ts'
import { useHasNoTransactions } from '../../portfolio/first-steps.tsx'
import { type Performance, performanceQuery } from '../../portfolio/queries.ts'
import { QuerySection } from '../../portfolio/query-section.tsx'
import { Button } from '../../ui/display/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { RenderInView } from '../../ui/layout/render-in-view.tsx'
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
import { useChartPoints } from './pnl/use-pnl.ts'

/** Rarely shown, so in a chunk of its own. */
const FirstSteps = lazyComponent(() => import('./first-steps.tsx').then(module => module.FirstSteps))

const OpenFirstSteps = lazyComponent(() =>
  import('./open-first-steps.tsx').then(module => module.OpenFirstSteps),
)

/** The least height of the lower half, in pixels. */
const lowerHeight = 1200

/** Below the fold, so loaded when it comes into view. */
const OverviewLower = lazyComponent(
  () => import('./overview-lower.tsx').then(module => module.OverviewLower),
  LowerSkeleton,
)

/** The first screen after sign-in: net asset value, profit and loss, and allocation. */
export function OverviewScreen() {
  const text = useText()
  const { name, family } = useUserSettings()
  const { filter, body } = useFilter()
  const performance = useQuery(performanceQuery(body, { series: 'cumulative', points: useChartPoints() }))
  const inView = family === null ? text('all_families') : text('welcome_family', { family: family.name })
  // Without a start date, no transaction matches the filter.
  const isEmpty = performance.data !== undefined && !performance.data?.basis.start_date
  const isNew = useHasNoTransactions(isEmpty)
  const hasSteps = useHasOpenSteps() && performance.data !== undefined
  const period = useShownPeriod(performance, filter.period)
  const rounded = useMemo(
    () => (performance.data ? roundedSums(buildTerms(performance.data, period)) : undefined),
    [performance.data, period],
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
                    terms={buildTerms(performance.data, period)}
                    performance={performance.data}
                    period={period}
                  />
                )
              }
            />
          ) : (
            isNew === false && <NothingMatches />
          )
        ) : (
          <div className={styles.grid}>
            {hasSteps && (
              <div className={styles.steps}>
                <OpenFirstSteps />
              </div>
            )}
            <div className={styles.whole}>
              <QuerySection
                query={performance}
                skeleton={<EquationSkeleton hasOpening={filter.period.name !== 'all'} />}
                frame={notice => <Card>{notice}</Card>}
              >
                {data => (
                  <EquationHeader terms={buildTerms(data, period)} performance={data} period={period} />
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
            <RenderInView className={styles.whole} height={lowerHeight}>
              <OverviewLower performance={performance} rounded={rounded} />
            </RenderInView>
          </div>
        )}
      </Page>
    </>
  )
}

/** First steps are those of one family, and not of the shared demo. */
function useHasOpenSteps(): boolean {
  const { lists } = useSettingsData()
  const { filter } = useFilter()
  const isDemo = useHasRole('demo')
  return !isDemo && (typeof filter.family === 'string' || lists.families.length < 2)
}

/** The period of the figures on screen. Those of the previous filter keep their dates until the next ones arrive. */
function useShownPeriod({ data, isPlaceholderData }: UseQueryResult<Performance>, chosen: Period): Period {
  return useMemo(() => {
    if (data === undefined || !isPlaceholderData) return chosen
    const { start_date, end_date, as_of } = data.basis
    return { name: null, start_date, end_date: end_date ?? as_of }
  }, [data, isPlaceholderData, chosen])
}

function buildTerms(performance: Performance, period: Period) {
  return buildEquation(performance, period.name !== 'all')
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
