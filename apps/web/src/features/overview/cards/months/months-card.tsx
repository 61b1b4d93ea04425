import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFilter } from '../../../../filter/use-filter.ts'
import { useModal } from '../../../../lib/browser/modals.ts'
import { usePrivacy } from '../../../../lib/browser/privacy.ts'
import { useFormat } from '../../../../lib/format/use-format.ts'
import { useText } from '../../../../lib/i18n/i18n.ts'
import { PnlAmount, PnlPercent } from '../../../../portfolio/cells.tsx'
import { QuerySection } from '../../../../portfolio/query-section.tsx'
import { Icon } from '../../../../ui/display/icon.tsx'
import { Segmented } from '../../../../ui/form/segmented.tsx'
import { Card } from '../../../../ui/layout/card.tsx'
import { EmptyState } from '../../../../ui/layout/empty-state.tsx'
import { SkeletonRows } from '../../../../ui/layout/skeleton.tsx'
import { type Month, type Months, monthsQuery } from '../../card-queries.ts'
import { useMonthName } from './month-name.ts'
import { groupByYear, heatPercent, linkYears, monthDays } from './months.ts'
import styles from './months-card.module.css'

type Unit = 'rel' | 'abs'
const monthsOfYear = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const

/** Returns by month and year as a heat map. Clicking a month opens its explanation. */
export function MonthsCard({ className }: { className?: string | undefined }) {
  const text = useText()
  const { body } = useFilter()
  const isPrivate = usePrivacy()
  const [chosen, setUnit] = useState<Unit>('rel')
  const unit = isPrivate ? 'rel' : chosen
  const query = useQuery(monthsQuery(body))
  const currency = query.data?.basis.currency ?? body.settings.currency ?? ''
  return (
    <Card
      className={className}
      title={text('months')}
      note={text(unit === 'rel' ? 'months_note' : 'months_note_abs', { currency })}
      actions={
        !isPrivate && (
          <Segmented
            size="small"
            label={text('pnl_relativity')}
            segments={[
              { value: 'rel', label: '%' },
              { value: 'abs', label: currency },
            ]}
            value={unit}
            onChange={setUnit}
          />
        )
      }
    >
      <QuerySection query={query} skeleton={<SkeletonRows rows={7} />} className={styles.part}>
        {months =>
          months.months.length === 0 ? (
            <EmptyState icon="calendar" title={text('months_none')} />
          ) : (
            <HeatTable months={months} unit={unit} />
          )
        }
      </QuerySection>
    </Card>
  )
}

function HeatTable({ months, unit }: { months: Months; unit: Unit }) {
  const text = useText()
  const format = useFormat()
  const monthName = useMonthName()
  const monthFigure = (month: Month) => (unit === 'rel' ? month.twr : month.pnl_abs_total)
  const most = Math.max(...months.months.map(month => Math.abs(monthFigure(month) ?? 0)), 1e-9)
  const linked = linkYears(months)
  return (
    <>
      <div className={styles.scroll}>
        <table className={styles.table} aria-label={text('months')}>
          <thead>
            <tr>
              <th scope="col">{text('months_year')}</th>
              {monthsOfYear.map(month => (
                <th key={month} scope="col">
                  {monthName(null, month)}
                </th>
              ))}
              <th scope="col">{text('months_year')}</th>
            </tr>
          </thead>
          <tbody>
            {groupByYear(months).map(({ year, whole, byMonth }) => (
              <tr key={year}>
                <th scope="row">{year}</th>
                {monthsOfYear.map(month => (
                  <td key={month}>
                    <MonthCell month={byMonth.get(month)} unit={unit} most={most} />
                  </td>
                ))}
                <td className={styles.year}>
                  {whole &&
                    (unit === 'rel' ? (
                      <PnlPercent value={whole.twr} />
                    ) : (
                      <PnlAmount value={whole.pnl_abs_total} decimals={0} />
                    ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={styles.foot}>
        {linked !== null && unit === 'rel' && (
          <span className={styles.check}>
            <Icon name="check" size={14} />
            {text('months_link', { value: format.percent(linked) })}
          </span>
        )}
        <span className={styles.spacer} />
        <span className={styles.scale} aria-hidden="true">
          {scaleWords(-most, unit, format)}
          <span className={styles.ramp} />
          {scaleWords(most, unit, format)}
        </span>
      </div>
    </>
  )
}

function scaleWords(value: number, unit: Unit, format: ReturnType<typeof useFormat>): string {
  return unit === 'rel'
    ? format.percent(value, { decimals: 0 })
    : format.compact(value, { decimals: 0, sign: 'always' })
}

function heatColour(value: number, most: number): string {
  return `color-mix(in srgb, var(--bar-${value < 0 ? 'neg' : 'pos'}) ${heatPercent(value, most)}%, var(--surface-1))`
}

interface MonthCellProps {
  month: Month | undefined
  unit: Unit
  most: number
}

function MonthCell({ month, unit, most }: MonthCellProps) {
  const text = useText()
  const format = useFormat()
  const monthName = useMonthName()
  const { open } = useModal()
  const value = month === undefined ? null : unit === 'rel' ? month.twr : month.pnl_abs_total
  if (month === undefined || month.month === null || value === null) return <span className={styles.empty} />
  const words =
    unit === 'rel'
      ? format.percent(value, { decimals: 1 }).replace('%', '')
      : format.compact(value, { decimals: 0, sign: 'always' })
  const name = monthName(month.year, month.month)
  const [from, to] = monthDays(month.year, month.month)
  return (
    <button
      type="button"
      className={styles.cell}
      style={{ background: heatColour(value, most) }}
      title={text(month.is_partial ? 'months_explain_partial' : 'months_explain', { month: name })}
      aria-label={`${name}: ${words}`}
      onClick={() => void open({ kind: 'explain', from, to })}
    >
      <span className={styles.words} {...(unit === 'abs' && { 'data-amount': '' })}>
        {words}
      </span>
    </button>
  )
}
