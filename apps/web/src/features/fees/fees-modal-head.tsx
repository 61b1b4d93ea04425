import type { ReactNode } from 'react'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Amount } from '../../ui/display/figure.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { Bps, FeeAmount } from './fee-cells.tsx'
import styles from './fees-modal.module.css'
import { MonthBars } from './month-bars.tsx'
import type { FeeGroup, Fees } from './use-fees.ts'

const parts = [
  { id: 'account_fees', words: 'fees_account', colour: 'var(--c2)' },
  { id: 'trade_fees', words: 'fees_trade', colour: 'var(--c1)' },
  { id: 'trailer_fees', words: 'fees_trailer', colour: 'var(--bar-pos)' },
] as const

/** Total, share, parts and monthly fees of a group. */
export function FeesModalHead({ fees, group }: { fees: Fees; group: FeeGroup | undefined }) {
  const { total, basis } = fees
  const text = useText()
  const format = useFormat()
  const charges = text('fees_charges', { count: total.count })
  const share = group?.share ?? null
  const most = Math.max(...parts.map(({ id }) => Math.abs(total[id] ?? 0)))
  return (
    <div className={styles.head}>
      <div>
        <dl className={styles.figures}>
          <Figure
            name={text('tab_fees')}
            note={
              share === null
                ? charges
                : text('fees_of_all', {
                    charges,
                    share: format.percent(share, { decimals: 1, sign: 'minus' }),
                  })
            }
          >
            <Amount value={total.sum} isLarge currency={basis.currency} />
          </Figure>
          <Figure name={text('fees_contribution')} note={text('fees_contribution_note')}>
            <Bps value={total.bps} />
          </Figure>
          {group !== undefined && group.bps_own !== null && (
            <Figure
              name={text('fees_own')}
              note={text('fees_own_note', { average: format.compact(group.average_nav_own) })}
            >
              <Bps value={group.bps_own} />
            </Figure>
          )}
        </dl>
        <dl className={styles.parts}>
          {parts.map(({ id, words, colour }) => (
            <div key={id} className={styles.part}>
              <dt>{text(words)}</dt>
              <dd className={styles.track} aria-hidden="true">
                <span
                  style={{
                    width: `${most === 0 ? 0 : (Math.abs(total[id] ?? 0) / most) * 100}%`,
                    background: colour,
                  }}
                />
              </dd>
              <dd className={styles.partValue}>
                <FeeAmount value={total[id]} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <MonthBars days={total.daily_ts} />
    </div>
  )
}

function Figure({ name, note, children }: { name: string; note: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {children}
        <div className={styles.figureNote}>{note}</div>
      </dd>
    </div>
  )
}

/** The parts and their sum in one line. */
export function FeesSum({ total }: { total: Fees['total'] }) {
  const text = useText()
  const format = useFormat()
  return (
    <span className={styles.sum} data-amount="">
      <Icon name="check" size={14} />
      {text('fees_sum', {
        trade: format.amount(total.trade_fees),
        account: format.amount(total.account_fees),
        trailer: format.amount(total.trailer_fees),
        sum: format.amount(total.sum),
      })}
    </span>
  )
}
