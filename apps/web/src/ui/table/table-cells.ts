import type { CSSProperties } from 'react'
import { classNames } from '../class-names.ts'
import styles from './table.module.css'
import type { Column } from './table-props.ts'

/** How the cells of a column are drawn, in the header, the body and the totals alike. */
export interface CellLook {
  className: string
  style: CSSProperties | undefined
}

/** By column id. Columns that stick lie beside one another: each keeps clear of those at its own edge. */
export function cellLooks<Row>(columns: readonly Column<Row>[]): Readonly<Record<string, CellLook>> {
  return Object.fromEntries(
    columns.map((column, index) => {
      const { id, align, sticky } = column
      const nearer = sticky === 'end' ? columns.slice(index + 1) : columns.slice(0, index)
      const offset = nearer.reduce(
        (sum, other) => sum + (other.sticky === sticky ? (other.width ?? 0) : 0),
        0,
      )
      const isInner =
        sticky !== undefined && columns[sticky === 'end' ? index - 1 : index + 1]?.sticky !== sticky
      const className = classNames(
        align === 'end' && styles.end,
        sticky !== undefined && styles.sticky,
        isInner && styles[`edge-${sticky}`],
      )
      const style = sticky === undefined ? undefined : sticky === 'end' ? { right: offset } : { left: offset }
      return [id, { className, style }]
    }),
  )
}
