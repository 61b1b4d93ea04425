import type { Period, ReceiptFigure } from '@plumbline/contract'
import type { TextKey } from '@plumbline/contract/texts'
import { Fragment, type ReactNode } from 'react'
import { usePeriodLabels } from '../../../filter/period/period-labels.ts'
import { lazyComponent } from '../../../lib/browser/lazy-component.tsx'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { Weight } from '../../../portfolio/cells.tsx'
import type { Performance } from '../../../portfolio/queries.ts'
import { ReceiptButton } from '../../../receipt/receipt-button.tsx'
import { ShareBar } from '../../../ui/chart/share-bar.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Amount, Percent } from '../../../ui/display/figure.tsx'
import { Tag } from '../../../ui/display/tag.tsx'
import { Tooltip } from '../../../ui/overlay/tooltip.tsx'
import type { Part, PartKey, Term, TermKey } from './equation.ts'
import styles from './equation-header.module.css'

interface EquationHeaderProps {
  terms: readonly Term[]
  performance: Performance
  /** The period of the figures. */
  period: Period
}

const partColours: Record<PartKey, string> = {
  allocated: 'var(--c1)',
  cash: 'var(--c10)',
  deposits: 'var(--c1)',
  withdrawals: 'var(--c10)',
  realized: 'var(--c1)',
  unrealized: 'var(--c5)',
}

const portfolio = { kind: 'portfolio' } as const

/** Loaded for portfolios with missing or old prices and rates only. */
const QualityBadges = lazyComponent(() => import('./quality-badges.tsx').then(module => module.QualityBadges))
const OpeningBadge = lazyComponent(() => import('./quality-badges.tsx').then(module => module.OpeningBadge))
const FirstValues = lazyComponent(() => import('./quality-badges.tsx').then(module => module.FirstValues))

function hasDoubts({ coverage, stale_value: stale }: Performance): boolean {
  return coverage.is_partial || coverage.missing.length > 0 || Boolean(stale)
}

const termFigures: Record<TermKey, ReceiptFigure> = {
  nav: 'balance_total',
  opening: 'opening_total',
  flow: 'net_cashflow',
  pnl: 'pnl_abs_total',
}

const partFigures: Record<PartKey, ReceiptFigure> = {
  allocated: 'balance_allocated',
  cash: 'balance_cash',
  deposits: 'deposits',
  withdrawals: 'withdrawals',
  realized: 'pnl_abs_realized',
  unrealized: 'pnl_abs_unrealized',
}

/** Net asset value = opening value + net cash flow + profit and loss. */
export function EquationHeader({ terms, performance, period }: EquationHeaderProps) {
  const text = useText()
  return (
    <section
      className={classNames(styles.equation, terms.length === 4 && styles.four)}
      aria-label={text('overview_nav')}
    >
      {terms.map((term, index) => (
        <Fragment key={term.key}>
          {index > 0 && (
            <span
              className={styles.operator}
              role="img"
              aria-label={text(index === 1 ? 'overview_equals' : 'overview_plus')}
            >
              {index === 1 ? '=' : '+'}
            </span>
          )}
          <TermView term={term} performance={performance} period={period} hasFractions={terms.length < 4} />
        </Fragment>
      ))}
    </section>
  )
}

interface TermViewProps extends Omit<EquationHeaderProps, 'terms'> {
  term: Term
  hasFractions: boolean
}

function TermView({ term, performance, period, hasFractions }: TermViewProps) {
  const text = useText()
  const format = useFormat()
  const when = useTermDate(term.key, performance, period)
  const { is_net_invested: isNetInvested } = performance.cash_flow
  const isPnl = term.key === 'pnl'
  const { total: rel, capital_base: capital } = performance.pnl.on_capital
  return (
    <div className={styles.term}>
      <div className={styles.name}>
        {text(termName(term.key, isNetInvested))}
        {when !== null && <span className={styles.when}>· {when}</span>}
        {term.key === 'nav' && hasDoubts(performance) && <QualityBadges performance={performance} />}
        {term.key === 'opening' && performance.coverage.is_opening_partial && (
          <OpeningBadge performance={performance} />
        )}
      </div>
      <div className={styles.value}>
        <span className={styles.figure}>
          <TermAmount term={term}>
            <Amount
              value={term.value}
              isLarge
              isToned={isPnl}
              sign={isPnl ? 'always' : 'minus'}
              {...(term.key === 'nav' && { currency: performance.basis.currency })}
            />
          </TermAmount>
        </span>
        {isPnl && rel !== null && (
          <Tooltip
            text={text('pnl_on_capital_note', {
              amount: format.amount(capital, { decimals: 0 }),
              currency: performance.basis.currency,
            })}
          >
            <button type="button" className={styles.return}>
              <Tag tone={rel > 0 ? 'gain' : rel < 0 ? 'loss' : 'plain'}>
                <Percent value={rel} />
              </Tag>
              <span className={styles.base}>{text('pnl_on_capital')}</span>
            </button>
          </Tooltip>
        )}
      </div>
      <div className={styles.split}>
        <ShareBar
          size="thin"
          parts={term.parts.map(({ key, value }) => ({
            key,
            label: '',
            value: value === null ? null : Math.abs(value),
            colour: partColours[key],
          }))}
        />
      </div>
      <dl className={styles.parts}>
        {term.parts.map(part => (
          <PartView
            key={part.key}
            part={part}
            isPnl={isPnl}
            isNetInvested={isNetInvested}
            hasFraction={hasFractions}
            // The opening value has one receipt, its parts have none.
            figure={term.key === 'opening' ? null : partFigures[part.key]}
          />
        ))}
        {term.key === 'flow' && Boolean(performance.cash_flow.first_values) && (
          <FirstValues performance={performance} />
        )}
      </dl>
    </div>
  )
}

/** The receipt of a figure, or the reason why it is not shown. */
function TermAmount({ term, children }: { term: Term; children: ReactNode }) {
  const text = useText()
  if (term.value !== null)
    return (
      <ReceiptButton subject={portfolio} figure={termFigures[term.key]} shown={term.value}>
        {children}
      </ReceiptButton>
    )
  const reason = text('overview_amount_missing')
  return (
    <Tooltip text={reason}>
      <button type="button" className={styles.warning} aria-label={reason}>
        {children}
      </button>
    </Tooltip>
  )
}

interface PartViewProps {
  part: Part
  isPnl: boolean
  isNetInvested: boolean
  hasFraction: boolean
  figure: ReceiptFigure | null
}

function PartView({ part, isPnl, isNetInvested, hasFraction, figure }: PartViewProps) {
  const { key, value, fraction } = part
  const text = useText()
  const format = useFormat()
  return (
    <div className={styles.part}>
      <dt>
        <span className={styles.swatch} style={{ background: partColours[key] }} />
        {text(partName(key, isNetInvested))}
      </dt>
      <dd>
        {figure === null || value === null ? (
          <Amount value={value} isToned={isPnl} sign={isPnl ? 'always' : 'minus'} />
        ) : (
          <ReceiptButton isQuiet subject={portfolio} figure={figure} shown={value}>
            <Amount value={value} isToned={isPnl} sign={isPnl ? 'always' : 'minus'} />
          </ReceiptButton>
        )}
      </dd>
      {hasFraction && fraction !== null && (
        <dd className={styles.fraction}>
          {isPnl ? format.percent(fraction, { decimals: 1 }) : <Weight value={fraction} />}
        </dd>
      )}
    </div>
  )
}

function useTermDate(key: TermKey, { basis }: Performance, period: Period): string | null {
  const text = useText()
  const format = useFormat()
  const labels = usePeriodLabels()
  if (key === 'nav') return format.date(basis.end_date ?? basis.as_of)
  if (key === 'opening') return basis.opening_date === null ? null : format.date(basis.opening_date)
  if (period.name !== 'all') return labels.name(period)
  return basis.start_date === null ? null : text('overview_since', { date: format.date(basis.start_date) })
}

function termName(key: TermKey, isNetInvested: boolean): TextKey {
  if (key === 'flow') return isNetInvested ? 'overview_net_invested' : 'overview_net_cash_flow'
  return key === 'nav' ? 'overview_nav' : key === 'opening' ? 'overview_opening' : 'overview_pnl'
}

function partName(key: PartKey, isNetInvested: boolean): TextKey {
  if (isNetInvested && key === 'deposits') return 'overview_flows_in'
  if (isNetInvested && key === 'withdrawals') return 'overview_flows_out'
  return `overview_${key}`
}
