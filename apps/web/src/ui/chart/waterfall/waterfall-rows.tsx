import { waterfall } from '@plumbline/charts'
import { classNames } from '../../class-names.ts'
import { Amount } from '../../display/figure.tsx'
import type { WaterfallItem } from './waterfall.ts'
import styles from './waterfall-rows.module.css'

interface WaterfallRowsProps {
  parts: readonly WaterfallItem[]
  totalLabel: string
  total: number | null
}

/** Items that add up to a total, one per row: each bar starts where the previous one ended. */
export function WaterfallRows({ parts, totalLabel, total }: WaterfallRowsProps) {
  const { steps, extent, total: end } = waterfall(parts.map(({ value }) => value))
  const span = extent.most - extent.least || 1
  const at = (value: number) => ((value - extent.least) / span) * 100
  const zero = at(0)
  return (
    <table className={styles.rows}>
      <tbody>
        {parts.map(({ key, label, value }, index) => {
          const { from, to } = steps[index] ?? { from: 0, to: 0 }
          return (
            <tr key={key}>
              <th scope="row">{label}</th>
              <td className={styles.track}>
                <span className={styles.zero} style={{ left: `${zero}%` }} />
                <span
                  className={classNames(styles.bar, to < from ? styles.loss : styles.gain)}
                  style={barStyle(at(from), at(to))}
                />
                <span className={styles.link} style={{ left: `${at(to)}%` }} />
              </td>
              <td className={styles.figure}>
                <Amount value={value} sign="always" isToned />
              </td>
            </tr>
          )
        })}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{totalLabel}</th>
          <td className={styles.track}>
            <span className={styles.zero} style={{ left: `${zero}%` }} />
            <span className={classNames(styles.bar, styles.total)} style={barStyle(zero, at(end))} />
          </td>
          <td className={styles.figure}>
            <Amount value={total} sign="always" isToned />
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

function barStyle(from: number, to: number) {
  // Keep tiny bars visible.
  return { left: `min(${Math.min(from, to)}%, 100% - 2px)`, width: `max(2px, ${Math.abs(to - from)}%)` }
}
