import type { Position } from '@plumbline/contract'
import type { ReactNode } from 'react'
import { useModal } from '../../../lib/browser/modals.ts'
import { useHasRole } from '../../../lib/session/user-settings.ts'
import { PnlAmount, PnlPercent } from '../../../portfolio/cells.tsx'
import { PositionName } from '../../../portfolio/position-name.tsx'
import { positionOrder } from '../../../portfolio/position-order.ts'
import styles from './position-lines.module.css'

interface PositionLinesProps {
  /** Its name, read aloud. */
  label: string
  positions: readonly Position[]
  /** Symbols are left away where names need the room. */
  hasSymbols?: boolean
  /** Between the name and the figures: a date, a bar. */
  middle?: (position: Position) => ReactNode
}

/** Positions one under the other with what they earned. Each opens its details, but not for the demo account. */
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
