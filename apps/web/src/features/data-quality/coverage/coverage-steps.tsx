import { contract } from 'virtual:contract'
import type { Filter } from '@plumbline/contract'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useFilter } from '../../../filter/use-filter.ts'
import { call } from '../../../lib/api/api.ts'
import { useModal } from '../../../lib/browser/modals.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { useHasRole, useSettingsData } from '../../../lib/session/user-settings.ts'
import { manualCustodian } from '../../../portfolio/accounts/custodians.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { accountsQuery, healthQuery, type ReconciledAccount } from '../use-data-quality.ts'
import styles from './coverage.module.css'
import type { Coverage } from './use-coverage.ts'

const transactionsQuery = (body: Filter) =>
  queryOptions({
    queryKey: ['transactions', 'count', body],
    queryFn: ({ signal }) => call(contract.transactions.list, { query: { limit: 1 }, body, signal }),
    placeholderData: keepPreviousData,
  })

interface Step {
  title: string
  note: string
  isDone: boolean
  action?: { label: string; onClick: () => void }
}

/** The way to a true net worth: what is done, and what is left. Nothing is shown before everything is known. */
export function CoverageSteps({ coverage }: { coverage: Coverage }) {
  const text = useText()
  const steps = useSteps(coverage)
  if (steps === null) return null
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <section className={styles.card} aria-label={text('coverage_steps')}>
      <header className={styles.head}>
        <h3 className={styles.title}>{text('coverage_steps')}</h3>
        <span className={styles.note}>{text('first_steps_done', { done, count: steps.length })}</span>
      </header>
      <ol className={styles.steps}>
        {steps.map(({ title, note, isDone, action }, index) => (
          <li key={title}>
            <span className={classNames(styles.mark, isDone && styles.markDone)}>
              {isDone ? (
                <>
                  <Icon name="check" size={12} />
                  <span className="visually-hidden">{text('first_step_finished')}</span>
                </>
              ) : (
                index + 1
              )}
            </span>
            <span className={styles.stepWords}>
              <b>{title}</b>
              <span className={styles.quiet}>{note}</span>
              {!isDone && action && (
                <button type="button" className={styles.stepAction} onClick={action.onClick}>
                  {action.label}
                </button>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Null until everything is known. */
function useSteps({ data, extra }: Coverage): Step[] | null {
  const text = useText()
  const format = useFormat()
  const { open, change } = useModal()
  const isDemo = useHasRole('demo')
  const { body } = useFilter()
  const { lists } = useSettingsData()
  const health = useQuery(healthQuery(body, { limit: 1 })).data
  const reconciled = useQuery(accountsQuery(body)).data?.data
  const transactions = useQuery(transactionsQuery(body)).data?.count
  if (!health || !reconciled || transactions === undefined) return null
  const families = lists.families.filter(({ id }) => body.family == null || id === body.family)
  const accounts = (lists.accounts ?? []).filter(
    ({ family }) => body.family == null || family === body.family,
  )
  const custodians = new Set(accounts.flatMap(each => (each.is_manual ? [] : [each.custodian]))).size
  const unclassified = health.extra.by_weight.find(({ weight }) => weight === 'grouping')?.count ?? 0
  const { agreeing, expected } = countAgreeing(reconciled)
  const isPriced = extra.held_count > 0 && data.every(({ reason }) => isOfStatement(reason))
  return [
    {
      title: text('family'),
      note:
        families.length === 1
          ? (families[0]?.name ?? '')
          : text('coverage_families', { count: families.length }),
      isDone: families.length > 0,
    },
    {
      title: text('coverage_step_accounts'),
      note: [
        text('coverage_accounts', { count: accounts.length }),
        ...(custodians > 0 ? [text('coverage_at_custodians', { count: custodians })] : []),
      ].join(', '),
      isDone: accounts.length > 0,
      ...(!isDemo && {
        action: { label: text('first_account'), onClick: () => void open({ kind: 'new-account' }) },
      }),
    },
    {
      title: text('coverage_step_transactions'),
      note: transactions === 0 ? text('first_transactions') : format.count(transactions),
      isDone: transactions > 0,
      ...(!isDemo && {
        action: { label: text('first_import'), onClick: () => void open({ kind: 'import' }) },
      }),
    },
    {
      title: text('coverage_step_classified'),
      note:
        unclassified === 0
          ? text('coverage_step_classified_all')
          : text('coverage_step_classified_left', { count: unclassified }),
      isDone: unclassified === 0,
    },
    {
      title: text('coverage_step_valued'),
      note: text('coverage_step_valued_note', {
        valued: format.count(extra.held_count - extra.missing_count),
        held: format.count(extra.held_count),
      }),
      isDone: isPriced,
    },
    {
      title: text('coverage_step_reconciled'),
      note:
        expected === 0
          ? text('coverage_step_reconciled_none')
          : text('coverage_step_reconciled_note', { agreeing: format.count(agreeing), count: expected }),
      isDone: agreeing === expected,
      action: {
        label: text('coverage_step_compare'),
        onClick: () => void change({ tab: 'reconciliation' }),
      },
    },
  ]
}

/** A difference from statements, whatever it is valued at. */
const isOfStatement = (reason: Coverage['data'][number]['reason']) =>
  reason === 'statement_break' || reason === 'unmatched_cash'

/** Accounts at custodians should have a statement; a manual account may have one. */
function countAgreeing(rows: readonly ReconciledAccount[]): { agreeing: number; expected: number } {
  const compared = rows.filter(row => row.statement_date !== null || row.custodian.id !== manualCustodian)
  const agreeing = compared.filter(row => row.statement_date !== null && row.breaks_count === 0)
  return { agreeing: agreeing.length, expected: compared.length }
}
