import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useFilter } from '../../../filter/use-filter.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { Money } from '../../../portfolio/cells.tsx'
import { Tag } from '../../../ui/display/tag.tsx'
import { healthQuery } from '../use-data-quality.ts'
import styles from './coverage.module.css'
import type { Coverage, Gap } from './use-coverage.ts'

/** The value so far, how complete it is, and what is left to do. */
export function CoverageStrip({ coverage }: { coverage: Coverage }) {
  const { data, extra, basis } = coverage
  const text = useText()
  const format = useFormat()
  const { body } = useFilter()
  const health = useQuery(healthQuery(body, { limit: 1 }))
  const { held_count: held, missing_count: missing, confirmed_count: confirmed, value } = extra
  const share = completeShare(coverage)
  const leftOut = (reason: string) =>
    data
      .filter(gap => gap.reason === reason)
      .reduce((sum, gap) => sum + gap.positions_count + gap.balances_count, 0)
  const confirm = data.filter(gap => !isLeftOut(gap)).length
  const grouping = health.data?.extra.by_weight.find(({ weight }) => weight === 'grouping')?.count
  const valued = text('coverage_valued', {
    valued: format.count(held - missing),
    held: format.count(held),
  })
  return (
    <div className={styles.strip}>
      <div className={styles.cell}>
        <div className={styles.key}>
          {text('coverage_so_far')} <span className={styles.quiet}>{format.date(basis.as_of)}</span>{' '}
          {missing > 0 && (
            <Tag tone="warn" icon="alert">
              {text('coverage_partial')}
            </Tag>
          )}
        </div>
        <div className={styles.big}>
          <span className={styles.currency}>{basis.currency}</span> <Money value={value} />
        </div>
        <progress className={styles.progress} max={1} value={share} aria-label={text('coverage')} />
        <div className={styles.below}>
          <b>
            {text('coverage_complete', {
              share: format.percent(share, { decimals: 0, sign: 'minus' }),
            })}
          </b>{' '}
          <span className={styles.quiet}>
            {[
              valued,
              missing > 0 && text('coverage_left_out', { count: missing }),
              held - missing > confirmed &&
                text('coverage_unconfirmed', { count: held - missing - confirmed }),
            ]
              .filter(Boolean)
              .join(', ')}
          </span>
        </div>
      </div>
      <Cell name={text('coverage_changes')} value={format.count(missing)}>
        {missing === 0
          ? text('coverage_all_valued')
          : text('coverage_needs', {
              rates: format.count(leftOut('missing_rate')),
              prices: format.count(leftOut('missing_price')),
            })}
      </Cell>
      <Cell name={text('coverage_confirm')} value={format.count(confirm)}>
        {text('coverage_confirm_note')}
      </Cell>
      <Cell name={text('coverage_grouping')} value={grouping === undefined ? '–' : format.count(grouping)}>
        {text('coverage_grouping_note')}
      </Cell>
    </div>
  )
}

const isLeftOut = ({ reason }: Gap) => reason === 'missing_rate' || reason === 'missing_price'

/** Whole percents that are confirmed, so 99.7 % reads 99 %. It is never 100 % beside something listed. */
function completeShare({ data, extra: { held_count: held, confirmed_count: confirmed } }: Coverage): number {
  if (data.length === 0) return 1
  return held === 0 ? 0 : Math.min(0.99, Math.floor((confirmed / held) * 100) / 100)
}

function Cell({ name, value, children }: { name: string; value: string; children: ReactNode }) {
  return (
    <div className={styles.cell}>
      <div className={styles.key}>{name}</div>
      <div className={styles.big}>{value}</div>
      <div className={styles.quiet}>{children}</div>
    </div>
  )
}
