import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useFilter } from '../../../filter/use-filter.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { Money } from '../../../portfolio/cells.tsx'
import { Tag } from '../../../ui/display/tag.tsx'
import { accountsQuery, healthQuery } from '../use-data-quality.ts'
import styles from './coverage.module.css'
import type { Coverage } from './use-coverage.ts'

/** The value so far, how complete it is, and what is left to do. */
export function CoverageStrip({ coverage: { data, extra, basis } }: { coverage: Coverage }) {
  const text = useText()
  const format = useFormat()
  const { body } = useFilter()
  const health = useQuery(healthQuery(body, { limit: 1 }))
  const accounts = useQuery(accountsQuery(body))
  const { held_count: held, missing_count: missing, value } = extra
  const share = held === 0 ? 1 : (held - missing) / held
  const countGaps = (reason: string) => data.filter(gap => gap.reason === reason).length
  const leftOut = (reason: string) =>
    data
      .filter(gap => gap.reason === reason)
      .reduce((sum, gap) => sum + gap.positions_count + gap.balances_count, 0)
  const breaks = accounts.data?.data.filter(({ breaks_count: count }) => count > 0).length ?? 0
  const confirm = countGaps('estimated_price') + countGaps('stale_price') + countGaps('stale_rate') + breaks
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
              share: format.percent(floorShare(share), { decimals: 0, sign: 'minus' }),
            })}
          </b>{' '}
          <span className={styles.quiet}>
            {missing === 0 ? valued : `${valued}, ${text('coverage_left_out', { count: missing })}`}
          </span>
        </div>
      </div>
      <Cell name={text('coverage_changes')} value={format.count(missing)}>
        {missing === 0
          ? text('coverage_done')
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

/** 99.7 % must not read 100 % while something is missing. */
const floorShare = (share: number): number => Math.floor(share * 100) / 100

function Cell({ name, value, children }: { name: string; value: string; children: ReactNode }) {
  return (
    <div className={styles.cell}>
      <div className={styles.key}>{name}</div>
      <div className={styles.big}>{value}</div>
      <div className={styles.quiet}>{children}</div>
    </div>
  )
}
