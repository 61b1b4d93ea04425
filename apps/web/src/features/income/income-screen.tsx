import type { Filter } from '@plumbline/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { FilterBar } from '../../filter/filter-bar.tsx'
import { useFilter } from '../../filter/use-filter.ts'
import { useIsPhone } from '../../lib/browser/use-media.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useMonthNames } from '../../lib/format/use-month-names.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useHasRole } from '../../lib/session/user-settings.ts'
import { CsvButton } from '../../portfolio/csv-button.tsx'
import { EventsSwitch } from '../../portfolio/events-switch.tsx'
import { FirstStepsEmptyState, useHasNoTransactions } from '../../portfolio/first-steps.tsx'
import { QuerySection } from '../../portfolio/query-section.tsx'
import { Note } from '../../ui/display/note.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import { CalendarCard } from './calendar-card.tsx'
import styles from './income.module.css'
import { IncomeHeader } from './income-header.tsx'
import { type Grouping, parseGrouping } from './income-rows.ts'
import { CashLadder, CurrencyCard, NextPayments } from './income-side.tsx'
import { IncomeTable } from './income-table.tsx'
import { MonthsCard } from './months-card.tsx'
import { OtherCard } from './other-card.tsx'
import { exportIncome, type Income, incomeQuery } from './use-income.ts'

type Search = Readonly<Record<string, unknown>>

/** Received and expected income by month, position and currency, with the cash it moves. */
export function IncomeScreen() {
  const text = useText()
  const isPhone = useIsPhone()
  const { body } = useFilter()
  const query = useQuery(incomeQuery(body))
  const isEmpty = query.data !== undefined && query.data.payments.length === 0 && !query.isPlaceholderData
  const isNew = useHasNoTransactions(isEmpty)
  return (
    <>
      <FilterBar hasPeriod={false} />
      <Page
        title={text('income_title')}
        note={
          <span className={styles.heading}>
            <EventsSwitch current="income" />
            {!isPhone && query.data && <Periods income={query.data} />}
          </span>
        }
        actions={!isEmpty && <CsvButton size="small" load={() => exportIncome(body)} fileName="income.csv" />}
      >
        {isEmpty ? (
          <Card>
            {isNew === false ? (
              <EmptyState icon="calendar" title={text('income_none')}>
                {text('income_none_note')}
              </EmptyState>
            ) : (
              isNew && (
                <FirstStepsEmptyState
                  icon="calendar"
                  title={text('income_none')}
                  note={text('income_none_note')}
                  steps={['import', 'asset']}
                />
              )
            )}
          </Card>
        ) : (
          <QuerySection
            query={query}
            frame={notice => <Card>{notice}</Card>}
            skeleton={
              <Card>
                <SkeletonRows rows={12} />
              </Card>
            }
          >
            {income => <IncomeBody income={income} body={body} />}
          </QuerySection>
        )}
      </Page>
    </>
  )
}

function IncomeBody({ income, body }: { income: Income; body: Filter }) {
  const isDemo = useHasRole('demo')
  const text = useText()
  const format = useFormat()
  const [grouping, setGrouping] = useGrouping()
  return (
    <div className={styles.grid}>
      <IncomeHeader income={income} />
      {income.total.left_out > 0 && (
        <div className={styles.whole}>
          <Note tone="warn">{text('income_left_out', { count: income.total.left_out })}</Note>
        </div>
      )}
      <MonthsCard className={styles.whole} income={income} />
      <IncomeTable className={styles.wide} {...{ income, grouping }} onGrouping={setGrouping} />
      <div className={styles.side}>
        <CurrencyCard income={income} />
        <NextPayments income={income} />
        {!isDemo && <CalendarCard family={body.family ?? null} />}
      </div>
      {income.other.kinds.length > 0 && <OtherCard className={styles.whole} income={income} />}
      <CashLadder className={styles.whole} {...{ income, body }} />
      <p className={styles.basis}>
        {text('income_basis', { date: format.date(income.basis.as_of) })}{' '}
        {income.pending !== 0 &&
          text('income_pending', {
            amount: `${format.amount(income.pending)} ${income.basis.currency}`,
          })}{' '}
        {text('income_basis_loans')}
      </p>
    </div>
  )
}

function Periods({ income }: { income: Income }) {
  const text = useText()
  const names = useMonthNames()
  const range = ({ start_date, end_date }: Income['expected_period']) =>
    text('date_range', { from: names.long(start_date), to: names.long(end_date) })
  return (
    <span>
      {text('income_periods', {
        next: range(income.expected_period),
        last: range(income.received_period),
        currency: income.basis.currency,
      })}
    </span>
  )
}

/** The grouping of the table, kept in the URL. */
function useGrouping(): [Grouping, (grouping: Grouping) => void] {
  const navigate = useNavigate()
  const search: Search = useSearch({ strict: false })
  const setGrouping = (next: Grouping) =>
    void navigate({
      to: '.',
      search: (previous: Search): Search => ({
        ...previous,
        income_by: next === 'position' ? undefined : next,
      }),
      replace: true,
      resetScroll: false,
    })
  return [parseGrouping(search.income_by), setGrouping]
}
