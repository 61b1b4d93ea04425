import type { Period } from '@plumbline/contract'
import type { ReactNode } from 'react'
import { usePeriodLabels } from '../../filter/period/period-labels.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { ReceiptButton } from '../../receipt/receipt-button.tsx'
import { Amount, Missing } from '../../ui/display/figure.tsx'
import { FeeAmount } from './fee-cells.tsx'
import styles from './fees-header.module.css'
import type { Fees } from './use-fees.ts'

const portfolio = { kind: 'portfolio' } as const

/** Total fees, in basis points of the average net asset value, and by kind. */
export function FeesHeader({ fees, period }: { fees: Fees; period: Period }) {
  const { total, basis } = fees
  const text = useText()
  const format = useFormat()
  const labels = usePeriodLabels()
  const when =
    period.name === 'all' && basis.start_date !== null
      ? text('overview_since', { date: format.date(basis.start_date) })
      : labels.name(period)
  return (
    <section className={styles.header} aria-label={text('tab_fees')}>
      <Figure
        name={
          <>
            {text('tab_fees')} <span className={styles.when}>· {when}</span>
          </>
        }
        note={text('fees_charges', { count: total.count })}
      >
        <ReceiptButton subject={portfolio} figure="fees">
          <Amount value={total.sum} isLarge currency={basis.currency} />
        </ReceiptButton>
      </Figure>
      <FeesRate total={total} />
      <Figure name={text('fees_average_nav')} note={text('fees_mean_of', { count: total.days })}>
        <Amount value={total.average_nav} isLarge />
      </Figure>
      <div className={styles.figure}>
        <div className={styles.name}>{text('fees_made_of')}</div>
        <dl className={styles.parts}>
          <Part name={text('fees_trade')} value={total.trade_fees} />
          <Part name={text('fees_account')} value={total.account_fees} />
          <Part name={text('fees_trailer_received')} value={total.trailer_fees} />
        </dl>
      </div>
    </section>
  )
}

function Figure({ name, note, children }: { name: ReactNode; note: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.figure}>
      <div className={styles.name}>{name}</div>
      <div className={styles.value}>{children}</div>
      <div className={styles.note}>{note}</div>
    </div>
  )
}

/** Fees in basis points: per year where the period has one, since the sum of many years compares with nothing. */
function FeesRate({ total: { bps, bps_annual: annual } }: { total: Fees['total'] }) {
  const text = useText()
  const format = useFormat()
  if (bps === null)
    return (
      <Figure name={text('fees_of_average')} note={null}>
        <Missing />
      </Figure>
    )
  const whole = (
    <ReceiptButton subject={portfolio} figure="fees_bps">
      {format.number(bps, { decimals: 1 })}
    </ReceiptButton>
  )
  if (annual === null)
    return (
      <Figure name={text('fees_of_average')} note={null}>
        {whole}
        <span className={styles.unit}>{text('fees_bps')}</span>
      </Figure>
    )
  return (
    <Figure
      name={text('fees_of_average_annual')}
      note={
        <>
          {whole} {text('fees_bps_period')}
        </>
      }
    >
      {format.number(annual, { decimals: 1 })}
      <span className={styles.unit}>{text('fees_bps')}</span>
    </Figure>
  )
}

function Part({ name, value }: { name: string; value: number | null }) {
  return (
    <div className={styles.part}>
      <dt>{name}</dt>
      <dd>
        <FeeAmount value={value} />
      </dd>
    </div>
  )
}
