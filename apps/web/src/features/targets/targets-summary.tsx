import type { Filter } from '@plumbline/contract'
import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Points } from '../../portfolio/points.tsx'
import { Amount } from '../../ui/display/figure.tsx'
import styles from './targets.module.css'
import { useBucketNames } from './use-bucket-names.ts'
import { type Drift, type Options, proposalQuery, type TargetSubject } from './use-targets.ts'

interface TargetsSummaryProps {
  drift: Drift
  body: Filter
  subject: TargetSubject
  options: Options
}

/** The base, what is outside, the largest drift, and the orders that lead back. */
export function TargetsSummary({ drift, body, subject, options }: TargetsSummaryProps) {
  const text = useText()
  const format = useFormat()
  const nameOf = useBucketNames(drift.dimension)
  const { data: proposal } = useQuery(proposalQuery(body, subject, options))
  const { buckets, base, basis, target } = drift
  const aimed = buckets.filter(({ state }) => state !== 'no_target')
  const within = aimed.filter(({ state }) => state === 'within')
  const outside = aimed.filter(({ state }) => state === 'below' || state === 'above')
  const [largest] = aimed.toSorted((a, b) => Math.abs(b.drift ?? 0) - Math.abs(a.drift ?? 0))
  return (
    <dl className={styles.strip}>
      <div>
        <dt>
          {text(target?.strategy ? 'targets_value' : 'targets_nav')}{' '}
          <span className={styles.quiet}>{format.date(basis.as_of)}</span>
        </dt>
        <dd>{base === null ? '–' : <Amount value={base} currency={basis.currency} />}</dd>
        <dd className={styles.under}>{target?.strategy?.name ?? text('whole_portfolio')}</dd>
      </div>
      <div>
        <dt>{text('targets_within')}</dt>
        <dd>
          {format.count(within.length)}{' '}
          <span className={styles.quiet}>{text('targets_of', { count: aimed.length })}</span>
        </dd>
        <dd className={styles.under}>
          {within.length === aimed.length && text('targets_all_within')}
          {outside.length > 0 && text('targets_outside', { names: outside.map(nameOf).join(', ') })}
        </dd>
      </div>
      <div>
        <dt>{text('targets_largest')}</dt>
        <dd>
          <Points value={largest?.drift ?? null} />
        </dd>
        {largest && (
          <dd className={styles.under}>
            {nameOf(largest)}, {format.amount(largest.drift_value, { sign: 'always' })}
            {'\u00a0'}
            {basis.currency}
          </dd>
        )}
      </div>
      <div>
        <dt>{text('targets_to_return')}</dt>
        <dd>{proposal ? text('targets_orders', { count: proposal.orders.length }) : '–'}</dd>
        {proposal && (
          <dd className={styles.under}>
            {proposal.is_within_bands ? text('proposal_none_after') : text('proposal_partly')}
          </dd>
        )}
      </div>
    </dl>
  )
}
