import { useQuery } from '@tanstack/react-query'
import { DialogPrintSummary } from '../../filter/filter-print-summary.tsx'
import { useFilter } from '../../filter/use-filter.ts'
import { useModal } from '../../lib/browser/modals.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { CsvButton } from '../../portfolio/csv-button.tsx'
import { QuerySection } from '../../portfolio/query-section.tsx'
import { Amount } from '../../ui/display/figure.tsx'
import { IconButton } from '../../ui/display/icon-button.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import type { ModalProps } from '../../ui/overlay/modal-props.ts'
import { ChargeTable } from './charge-table.tsx'
import { Bps } from './fee-cells.tsx'
import { chargedDates, chargedUntil } from './fee-days.ts'
import styles from './fees-modal.module.css'
import {
  allCharges,
  chargesQuery,
  exportCharges,
  type Fees,
  feesQuery,
  limitToDay,
  maxRows,
} from './use-fees.ts'

const datePattern = /^\d{4}-\d{2}-\d{2}$/

/** All charges of one day, with buttons to the previous and next day with charges. */
export function FeesDayModal({ modal, frame }: ModalProps<'fees-day'>) {
  const text = useText()
  const format = useFormat()
  const { change } = useModal()
  const { body } = useFilter()
  const period = useQuery(feesQuery(body, 'custodian'))
  const series = period.data?.total.daily_ts ?? []
  const dates = chargedDates(series)
  // Without a valid day in the URL, show the last day with charges.
  const date = isDay(modal.date) ? modal.date : dates.at(-1)
  const before = date === undefined ? undefined : dates.findLast(other => other < date)
  const after = date === undefined ? undefined : dates.find(other => other > date)
  const dayFilter = limitToDay(body, date ?? '2000-01-01')
  const isKnown = date !== undefined
  const fees = useQuery({ ...feesQuery(dayFilter, 'account'), enabled: isKnown })
  const charges = useQuery({
    ...chargesQuery(dayFilter, allCharges, { limit: maxRows, orderBy: '-calculated_fees' }),
    enabled: isKnown,
  })
  const goTo = (next: string | undefined) => next !== undefined && void change({ date: next })
  return (
    <Dialog
      {...frame}
      printed={<DialogPrintSummary basis={fees.data?.basis} />}
      width={820}
      isFullOnPhone
      title={
        <>
          {text('fees_day_title')}{' '}
          {date !== undefined && <span className={styles.note}>{format.weekday(date)}</span>}
        </>
      }
      actions={
        <div className={styles.steps}>
          <IconButton
            icon="chevron-left"
            label={text('fees_day_before')}
            disabled={before === undefined}
            onClick={() => goTo(before)}
          />
          <IconButton
            icon="chevron-right"
            label={text('fees_day_after')}
            disabled={after === undefined}
            onClick={() => goTo(after)}
          />
          <CsvButton
            size="small"
            load={() => exportCharges(dayFilter, allCharges)}
            fileName={`charges-${date}.csv`}
          />
        </div>
      }
    >
      <QuerySection query={fees} skeleton={<SkeletonRows rows={2} />}>
        {day => <DayFigures fees={day} soFar={date === undefined ? null : chargedUntil(series, date)} />}
      </QuerySection>
      <div className={styles.table}>
        <QuerySection query={charges} skeleton={<SkeletonRows rows={4} />}>
          {page =>
            page.count === 0 ? (
              <EmptyState icon="calculator" title={text('fees_day_none')} />
            ) : (
              <ChargeTable charges={page} columns={['account', 'kind', 'what', 'calculated_fees']} />
            )
          }
        </QuerySection>
      </div>
    </Dialog>
  )
}

/** The fees of the day, and of the period until then. */
function DayFigures({ fees: { total, basis }, soFar }: { fees: Fees; soFar: number | null }) {
  const text = useText()
  return (
    <dl className={styles.figures}>
      <div>
        <dt>{text('fees_day_sum')}</dt>
        <dd>
          <Amount value={total.sum} isLarge currency={basis.currency} />
        </dd>
      </div>
      <div>
        <dt>{text('fees_day_so_far')}</dt>
        <dd>
          <Amount value={soFar} isLarge />
        </dd>
      </div>
      <div>
        <dt>{text('fees_day_bps')}</dt>
        <dd>
          <Bps value={total.bps} /> <span className={styles.note}>{text('fees_bps')}</span>
        </dd>
      </div>
    </dl>
  )
}

/** Rejects dates that do not exist, such as 2026-02-31. */
function isDay(word: string | undefined): word is string {
  if (word === undefined || !datePattern.test(word)) return false
  const day = new Date(`${word}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(word)
}
