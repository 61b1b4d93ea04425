import { useText } from '../../lib/i18n/i18n.ts'
import { roundParts } from '../../portfolio/round-parts.ts'
import { WaterfallRows } from '../../ui/chart/waterfall-rows.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import styles from './summary-tab.module.css'
import type { PositionView } from './use-position.ts'

const partKeys = ['price', 'currency', 'trading', 'income', 'fees', 'taxes'] as const

/** Breaks profit and loss down into effects, rounded so that they add up. */
export function Bridge({ position }: { position: PositionView }) {
  const text = useText()
  const total = position.pnl_abs_total
  if (total === null || partKeys.every(key => position.parts[key] === null)) return null
  const rounded = roundParts(
    partKeys.map(key => position.parts[key]),
    total,
  )
  const parts = partKeys.map((key, index) => ({
    key,
    label: text(`part_${key}`),
    value: rounded[index] ?? null,
  }))
  const shown = parts.filter(({ key, value }) => key === 'price' || Boolean(value))
  return (
    <section>
      <h3 className={styles.sideTitle}>
        {text('details_bridge')} <span className={styles.quiet}>{position.view_currency}</span>
      </h3>
      <WaterfallRows parts={shown} totalLabel={text('overview_total')} total={total} />
      <p className={styles.check}>
        <Icon name="check" size={14} />
        {text('details_adds_up')}
      </p>
    </section>
  )
}
