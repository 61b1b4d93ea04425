import { Fragment } from 'react'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Money, PnlAmount } from '../../portfolio/cells.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { closedSum } from './closed-sum.ts'
import styles from './positions.module.css'
import type { PositionList } from './use-positions.ts'

/** The result of closed positions: proceeds less cost, plus income, less fees and taxes. */
export function ClosedSum({ total }: { total: PositionList['total'] }) {
  const text = useText()
  const sum = closedSum(total, useFormat().decimals)
  if (sum === null) return null
  return (
    <p className={styles.sum}>
      <Icon name="check" size={14} />
      {sum.terms.map(({ key, value }, index) => (
        <Fragment key={key}>
          {index > 0 && <i>{value < 0 ? '−' : '+'}</i>}
          {text(`positions_sum_${key}`)} <Money value={Math.abs(value)} />
        </Fragment>
      ))}
      <i>=</i>
      <b>
        <PnlAmount value={sum.total} />
      </b>
    </p>
  )
}
