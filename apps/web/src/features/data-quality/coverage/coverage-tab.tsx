import type { TextKey } from '@plumbline/contract/texts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFilter } from '../../../filter/use-filter.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { useHasRole } from '../../../lib/session/user-settings.ts'
import { CsvButton } from '../../../portfolio/csv-button.tsx'
import { type Provider, providersQuery } from '../../../portfolio/price-source/use-price-source.ts'
import { QuerySection } from '../../../portfolio/query-section.tsx'
import { UploadTableDialog } from '../../../portfolio/upload-table-dialog.tsx'
import { Button } from '../../../ui/display/button.tsx'
import type { IconName } from '../../../ui/display/icons.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { SkeletonRows } from '../../../ui/layout/skeleton.tsx'
import { useDelayedUnmount } from '../../../ui/overlay/use-delayed-unmount.ts'
import { useQualityChanged } from '../use-data-quality.ts'
import { BreaksSection } from './breaks-section.tsx'
import styles from './coverage.module.css'
import { CoverageEffect } from './coverage-effect.tsx'
import { CoverageSection } from './coverage-section.tsx'
import { CoverageStrip } from './coverage-strip.tsx'
import { PriceRow } from './price-row.tsx'
import { RateRow } from './rate-row.tsx'
import { UnclassifiedSection } from './unclassified-section.tsx'
import { UnmatchedCashSection } from './unmatched-cash-section.tsx'
import { type Coverage, coverageQuery, downloadCoverage, type Gap } from './use-coverage.ts'

/** What keeps the net worth from being true, ordered by its effect, each with its fix in place. */
export function CoverageTab() {
  const text = useText()
  const { body } = useFilter()
  const coverage = useQuery(coverageQuery(body))
  const checked = useQualityChanged()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without gaps it holds no control, and keys must scroll it.
    <section className={styles.tab} tabIndex={0} aria-label={text('coverage')}>
      <div className={styles.bar}>
        <CsvButton size="small" load={() => downloadCoverage(body)} fileName="coverage.csv" />
        <Button size="small" isBusy={coverage.isFetching} onClick={() => void checked()}>
          {text('coverage_check')}
        </Button>
      </div>
      <QuerySection query={coverage} skeleton={<SkeletonRows rows={8} />}>
        {data => <Parts coverage={data} />}
      </QuerySection>
    </section>
  )
}

type Upload = { security?: { id: string; name: string } }

function Parts({ coverage }: { coverage: Coverage }) {
  const text = useText()
  const isAdmin = useHasRole('admin')
  const providers = useQuery({ ...providersQuery, enabled: isAdmin })
  const [upload, setUpload] = useState<Upload | null>(null)
  const { shown, isOpen, onClosed } = useDelayedUnmount(upload)
  const known = providers.data?.data ?? []
  return (
    <>
      <CoverageStrip coverage={coverage} />
      <div className={styles.columns}>
        <div className={styles.main}>
          {coverage.count === 0 && (
            <EmptyState icon="check" title={text('coverage_done')}>
              {text('coverage_done_note')}
            </EmptyState>
          )}
          <Gaps coverage={coverage} providers={known} onUpload={setUpload} />
          <UnclassifiedSection />
        </div>
        <CoverageEffect coverage={coverage} />
      </div>
      {shown && (
        <UploadTableDialog
          security={shown.security}
          frame={{ isOpen, onClose: () => setUpload(null), onClosed }}
        />
      )}
    </>
  )
}

interface GapsProps {
  coverage: Coverage
  providers: readonly Provider[]
  onUpload: (upload: Upload) => void
}

interface Section {
  icon: IconName
  title: TextKey
  note: TextKey | null
}

const sections: Record<Exclude<Gap['reason'], 'statement_break' | 'unmatched_cash'>, Section> = {
  missing_rate: { icon: 'swap', title: 'coverage_rate_missing', note: null },
  missing_price: { icon: 'alert', title: 'coverage_price_missing', note: 'coverage_price_missing_note' },
  estimated_price: {
    icon: 'info',
    title: 'coverage_price_estimated',
    note: 'coverage_price_estimated_note',
  },
  stale_rate: { icon: 'clock', title: 'coverage_rate_stale', note: null },
  stale_price: { icon: 'clock', title: 'coverage_price_stale', note: 'coverage_price_stale_note' },
}

/** One section for each reason, in the order of the largest gap of each. */
function Gaps({ coverage, providers, onUpload }: GapsProps) {
  const text = useText()
  const date = coverage.basis.as_of
  const hasEcb = providers.some(({ id, may_enable: mayEnable }) => id === 'ecb' && mayEnable)
  return [...Map.groupBy(coverage.data, gap => gap.reason)].map(([reason, gaps]) => {
    if (reason === 'statement_break') return <BreaksSection key={reason} gaps={gaps} />
    if (reason === 'unmatched_cash') return <UnmatchedCashSection key={reason} gaps={gaps} />
    const { icon, title, note } = sections[reason]
    const isRate = reason === 'missing_rate' || reason === 'stale_rate'
    const count = text(isRate ? 'coverage_currencies' : 'coverage_securities', { count: gaps.length })
    const isMissing = reason === 'missing_rate' || reason === 'missing_price'
    return (
      <CoverageSection
        key={reason}
        icon={icon}
        title={text(title)}
        tag={count}
        isWarning={isMissing}
        note={note === null ? undefined : text(note)}
        foot={isRate && hasEcb && gaps.some(gap => gap.may_fix) ? text('coverage_ecb_note') : undefined}
      >
        {gaps.map(gap =>
          isRate ? (
            <RateRow key={gap.currency} {...{ gap, date, hasEcb }} onUpload={() => onUpload({})} />
          ) : (
            <PriceRow
              key={gap.instrument?.id}
              {...{ gap, date, providers }}
              onUpload={security => onUpload({ security })}
            />
          ),
        )}
      </CoverageSection>
    )
  })
}
