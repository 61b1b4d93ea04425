import { useText } from '../../../lib/i18n/i18n.ts'
import { PnlAmount } from '../../../portfolio/cells.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import styles from '../cards/positions-card.module.css'
import type { RoundedPnl } from './round-pnl.ts'

/** Open + closed + cash = profit and loss. */
export function PnlSum({ open, closed, cash, total }: RoundedPnl) {
  const text = useText()
  return (
    <span className={styles.sum}>
      {text('pnl_sum_open')} <PnlAmount value={open} /> <i>+</i> {text('pnl_sum_closed')}{' '}
      <PnlAmount value={closed} /> <i>+</i> {text('pnl_sum_cash')} <PnlAmount value={cash} /> <i>=</i>{' '}
      {text('overview_pnl_short')}{' '}
      <b>
        <PnlAmount value={total} />
      </b>
      <Icon name="check" size={14} className={styles.check} />
    </span>
  )
}
