import type { Position } from '@plumbline/contract'
import type { ReactNode } from 'react'
import { useModal } from '../../../lib/browser/modals.ts'
import { useHasRole } from '../../../lib/session/user-settings.ts'
import { PnlAmount, PnlPercent } from '../../../portfolio/cells.tsx'
import { PositionName } from '../../../portfolio/positions/position-name.tsx'
import { positionOrder } from '../../../portfolio/positions/position-order.ts'
import styles from './position-lines.module.css'

interface PositionLinesProps {
  /** The accessible name of the list. */
  label: string
  positions: readonly Position[]
  /** Whether to show symbols. Without them, names have more room. */
  hasSymbols?: boolean
  /** Content between the name and the figures, such as a date or a bar. */
  middle?: (position: Position) => ReactNode
}

/** A list of positions with their returns. A row opens the details, except for the demo user. */
export function PositionLines({ label, positions, hasSymbols = false, middle }: PositionLinesProps) {
  const { open } = useModal()
  const isDemo = useHasRole('demo')
  return (
    <ul className={styles.lines} aria-label={label}>
      {positions.map(position => {
        const content = (
          <>
            <span className={styles.name}>
              <PositionName {...position} symbol={hasSymbols ? position.symbol : null} />
            </span>
            {middle && <span className={styles.middle}>{middle(position)}</span>}
            <span className={styles.amount}>
              <PnlAmount value={position.pnl_abs_total} decimals={0} flags={position.flags} />
            </span>
            <span className={styles.percent}>
              <PnlPercent value={position.pnl_rel_total} decimals={1} />
            </span>
          </>
        )
        return (
          <li key={position.id}>
            {isDemo ? (
              <div className={styles.line}>{content}</div>
            ) : (
              <button
                type="button"
                className={styles.line}
                onClick={() => {
                  positionOrder.set(positions.map(({ id }) => id))
                  void open({ kind: 'position', id: position.id })
                }}
              >
                {content}
              </button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
