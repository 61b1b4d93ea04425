import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { FilterBar } from '../../filter/filter-bar.tsx'
import { useFilter } from '../../filter/use-filter.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { FirstStepsEmptyState, useHasNoTransactions } from '../../portfolio/first-steps.tsx'
import { QuerySection } from '../../portfolio/query-section.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Card } from '../../ui/layout/card.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import styles from './fees.module.css'
import { FeesChartCard } from './fees-chart-card.tsx'
import { FeesDayCard } from './fees-day-card.tsx'
import { FeesGroups } from './fees-groups.tsx'
import { FeesHeader } from './fees-header.tsx'
import { feesQuery, parseFeeGroupKey } from './use-fees.ts'

type Search = Readonly<Record<string, unknown>>

/** The fees of the period: total, over time and by group. */
export function FeesScreen() {
  const text = useText()
  const navigate = useNavigate()
  const search: Search = useSearch({ strict: false })
  const { body, filter } = useFilter()
  const groupBy = parseFeeGroupKey(search.fees_by)
  const query = useQuery(feesQuery(body, groupBy))
  const [day, setDay] = useState<string | null>(null)
  const setGroupBy = (next: string) =>
    void navigate({
      to: '.',
      search: (previous: Search): Search => ({
        ...previous,
        fees_by: next === 'custodian' ? undefined : next,
      }),
      replace: true,
      resetScroll: false,
    })
  const isEmpty = query.data !== undefined && query.data.total.count === 0 && !query.isPlaceholderData
  const isNew = useHasNoTransactions(isEmpty)
  if (isEmpty && isNew !== false) {
    return (
      <>
        <FilterBar />
        <Page title={text('tab_fees')} isTitleHidden>
          {isNew && (
            <Card>
              <FirstStepsEmptyState
                icon="calculator"
                title={text('first_fees')}
                note={text('first_fees_note')}
                steps={['import', 'transaction']}
              />
            </Card>
          )}
        </Page>
      </>
    )
  }
  return (
    <>
      <FilterBar />
      <Page title={text('tab_fees')} isTitleHidden>
        <div className={styles.grid}>
          <QuerySection
            query={query}
            className={styles.whole}
            frame={notice => <Card className={styles.whole}>{notice}</Card>}
            skeleton={
              <Card className={classNames(styles.whole, styles.headSkeleton)}>
                <SkeletonRows rows={3} />
              </Card>
            }
          >
            {fees => <FeesHeader fees={fees} period={filter.period} />}
          </QuerySection>
          {isEmpty ? (
            <Card className={styles.whole}>
              <EmptyState icon="calculator" title={text('fees_none')}>
                {text('fees_none_note')}
              </EmptyState>
            </Card>
          ) : (
            query.error === null && (
              <>
                <FeesChartCard className={styles.wide} query={query} onDay={setDay} />
                <FeesDayCard className={styles.narrow} body={body} day={day} onDay={setDay} />
                <FeesGroups className={styles.whole} {...{ query, body, groupBy }} onGroupBy={setGroupBy} />
              </>
            )
          )}
        </div>
      </Page>
    </>
  )
}
