import type { CSSProperties } from 'react'
import { classNames } from '../class-names.ts'
import styles from './table.module.css'
import type { Column } from './table-props.ts'

/** The style of the cells of a column, in header, body and totals. */
export interface CellStyle {
  className: string
  style: CSSProperties | undefined
}

/** Styles by column id. Sticky columns are offset by those between them and their edge. */
export function buildCellStyles<Row>(columns: readonly Column<Row>[]): Readonly<Record<string, CellStyle>> {
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
