import type { AttributionKey } from '@plumbline/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useHasSeveralFamilies } from '../../filter/family/use-family.ts'
import { FilterBar } from '../../filter/filter-bar.tsx'
import { useFilter } from '../../filter/use-filter.ts'
import { useModal } from '../../lib/browser/modals.ts'
import { useIsPhone } from '../../lib/browser/use-media.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useIsShownFor, useMaySetFor } from '../../lib/session/user-settings.ts'
import { QuerySection } from '../../portfolio/query-section.tsx'
import { StrategySelect } from '../../portfolio/strategy/strategy-select.tsx'
import { useStrategyView } from '../../portfolio/strategy/use-strategy-view.ts'
import { Button } from '../../ui/display/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import { AttributionCard } from './attribution-card.tsx'
import styles from './benchmarks.module.css'
import { PeriodsCard } from './periods-card.tsx'
import { ReturnCard } from './return-card.tsx'
import { RiskCard } from './risk-card.tsx'
import { attributionKeys, type Comparison, comparisonQuery } from './use-benchmarks.ts'
import { WeightsCard } from './weights-card.tsx'

const chartPoints = { phone: 180, desktop: 400 }

/** The portfolio, a group of it or a strategy against its benchmark. */
export function BenchmarkScreen() {
  const text = useText()
  const isPhone = useIsPhone()
  const { filter, body } = useFilter()
  const isFamilyMissing = useHasSeveralFamilies() && filter.family == null
  const { view: options, choose } = useStrategyView(attributionKeys)
  const points = isPhone ? chartPoints.phone : chartPoints.desktop
  const asked = useMemo(() => ({ ...options, points }), [options, points])
  const query = useQuery({ ...comparisonQuery(body, asked), enabled: !isFamilyMissing })
  return (
    <>
      <FilterBar />
      <Page
        title={text('benchmark')}
        actions={
          !isFamilyMissing && (
            <StrategySelect
              label={text('benchmark_subject')}
              strategy={options.strategy}
              onChange={strategy => choose({ strategy })}
            />
          )
        }
      >
        {isFamilyMissing ? (
          <Card>
            <EmptyState icon="tiles" title={text('benchmark_choose_family')}>
              {text('benchmark_choose_family_note')}
            </EmptyState>
          </Card>
        ) : (
          <QuerySection query={query} skeleton={<SkeletonRows rows={12} rowHeight={38} />}>
            {data =>
              data.benchmark === null ? (
                <NoBenchmark strategy={options.strategy} />
              ) : (
                <Cards data={data} options={options} onDivide={by => choose({ by })} />
              )
            }
          </QuerySection>
        )}
      </Page>
    </>
  )
}

interface CardsProps {
  data: Comparison
  options: { by: AttributionKey; strategy?: string | undefined }
  onDivide: (by: AttributionKey) => void
}

function Cards({ data, options, onDivide }: CardsProps) {
  const { benchmark } = data
  if (benchmark === null) return null
  return (
    <div className={styles.grid}>
      <ReturnCard data={data} benchmark={benchmark} className={styles.wide} />
      <WeightsCard data={data} benchmark={benchmark} strategy={options.strategy} className={styles.narrow} />
      <PeriodsCard data={data} benchmark={benchmark} options={options} className={styles.wide} />
      <RiskCard {...{ data, benchmark }} className={styles.narrow} />
      <AttributionCard {...{ data, options, onDivide }} className={styles.whole} />
    </div>
  )
}

function NoBenchmark({ strategy }: { strategy: string | undefined }) {
  const text = useText()
  const { open } = useModal()
  const maySet = useMaySetFor(strategy)
  const isShown = useIsShownFor(strategy)
  return (
    <Card>
      <EmptyState
        icon="calculator"
        title={text('benchmark_none')}
        actions={
          !maySet ? undefined : (
            <Button
              variant="primary"
              icon="plus"
              onClick={() => void open({ kind: 'benchmark', ...(strategy !== undefined && { strategy }) })}
            >
              {text('benchmark_set')}
            </Button>
          )
        }
      >
        {text(isShown ? 'benchmark_none_note' : 'benchmark_not_shown_note')}
      </EmptyState>
    </Card>
  )
}
