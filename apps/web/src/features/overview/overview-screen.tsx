import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { PortfolioFilter } from '../../filter/filter.ts'
import { FilterBar } from '../../filter/filter-bar.tsx'
import { useFilter } from '../../filter/use-filter.ts'
import { lazyPart } from '../../lib/browser/lazy-part.tsx'
import { useText } from '../../lib/i18n/i18n.ts'
import { useUserSettings } from '../../lib/session/user-settings.ts'
import { useIsNothingPosted } from '../../portfolio/first-steps.tsx'
import { type Performance, performanceQuery } from '../../portfolio/queries.ts'
import { QueryPart } from '../../portfolio/query-part.tsx'
import { Button } from '../../ui/display/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { AllocationCard } from './cards/allocation-card.tsx'
import { BestWorstCard } from './cards/best-worst-card.tsx'
import { CardPlace } from './cards/card-place.tsx'
import { LastClosedCard } from './cards/recent-cards.tsx'
import { equationOf, printedSums } from './equation/equation.ts'
import { EquationHeader } from './equation/equation-header.tsx'
import { EquationSkeleton } from './equation/equation-skeleton.tsx'
import { LowerSkeleton } from './lower-skeleton.tsx'
import styles from './overview-screen.module.css'
import { PnlCard } from './pnl/pnl-card.tsx'
import { chartPoints } from './pnl/use-pnl.ts'

/** Seen once in the life of a family, so others do not load it. */
const FirstSteps = lazyPart(() => import('./first-steps.tsx').then(part => part.FirstSteps))

/** What is below the first look is fetched after it. */
const OverviewLower = lazyPart(
  () => import('./overview-lower.tsx').then(part => part.OverviewLower),
  LowerSkeleton,
)

/** The first screen after sign-in: what there is, how it came about, what it is made of. */
export function OverviewScreen() {
  const text = useText()
  const { name, family } = useUserSettings()
  const { filter, body } = useFilter()
  const performance = useQuery(performanceQuery(body, { series: 'cumulative', points: chartPoints }))
  const inView = family === null ? text('all_families') : text('welcome_family', { family: family.name })
  // Nothing is posted within the filter where no first day is: then there is no figure to show.
  const isEmpty = performance.data !== undefined && !performance.data?.basis.start_date
  const isNew = useIsNothingPosted(isEmpty)
  const printed = useMemo(
    () => (performance.data ? printedSums(termsOf(performance.data, filter)) : undefined),
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
                    terms={termsOf(performance.data, filter)}
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
              <QueryPart
                query={performance}
                skeleton={<EquationSkeleton hasOpening={filter.period.name !== 'all'} />}
                frame={notice => <Card>{notice}</Card>}
              >
                {data => <EquationHeader terms={termsOf(data, filter)} performance={data} filter={filter} />}
              </QueryPart>
            </div>
            <CardPlace of={body} className={styles.wide}>
              <PnlCard performance={performance} className={styles.wide} />
            </CardPlace>
            <CardPlace of={body} className={styles.narrow}>
              <AllocationCard className={styles.narrow} />
            </CardPlace>
            <CardPlace of={body} className={styles.wide}>
              <BestWorstCard className={styles.wide} />
            </CardPlace>
            <CardPlace of={body} className={styles.narrow}>
              <LastClosedCard className={styles.narrow} />
            </CardPlace>
            <OverviewLower performance={performance} printed={printed} />
          </div>
        )}
      </Page>
    </>
  )
}

function termsOf(performance: Performance, filter: PortfolioFilter) {
  return equationOf(performance, filter.period.name !== 'all')
}

/** A filter that no transaction passes. */
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
