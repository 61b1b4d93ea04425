import { memo } from 'react'
import { Icon } from '../display/icon.tsx'
import { Skeleton, useDelayed } from '../layout/skeleton.tsx'
import styles from './table.module.css'
import type { CellStyle } from './table-cells.ts'
import type { Column, RowGroup } from './table-props.ts'

interface LinePlace<Row> {
  columns: readonly Column<Row>[]
  cellStyles: Readonly<Record<string, CellStyle>>
  lineIndex: number
  /** The row number within the whole list; the header is the first. */
  rowNumber: number
  isTabStop: boolean
}

interface RowLineProps<Row> extends LinePlace<Row> {
  row: Row
  /** Undefined where rows cannot be selected. */
  isSelected: boolean | undefined
  isInteractive: boolean
  isOpenable: boolean
}

function RowLineView<Row>(props: RowLineProps<Row>) {
  const { columns, cellStyles, row, lineIndex, rowNumber, isTabStop, isSelected, isInteractive, isOpenable } =
    props
  return (
    <tr
      className={isOpenable ? styles.openable : undefined}
      aria-rowindex={rowNumber}
      aria-selected={isSelected}
      {...(isInteractive && { tabIndex: isTabStop ? 0 : -1, 'data-line': lineIndex })}
    >
      {columns.map(({ id, cell }) => (
        <td key={id} {...cellStyles[id]}>
          {cell(row)}
        </td>
      ))}
    </tr>
  )
}

/**
 * Memoised, so that scrolling ten thousand rows renders only those that come into view. The cast restores the
 * type parameter that `memo` drops.
 */
export const RowLine = memo(RowLineView) as typeof RowLineView

interface GroupLineProps<Row> extends LinePlace<Row> {
  group: RowGroup
  isFolded: boolean
}

export function GroupLine<Row>({
  columns,
  cellStyles,
  group,
  lineIndex,
  rowNumber,
  isTabStop,
  isFolded,
}: GroupLineProps<Row>) {
  return (
    <tr
      className={styles.group}
      aria-rowindex={rowNumber}
      tabIndex={isTabStop ? 0 : -1}
      data-line={lineIndex}
    >
      {columns.map(({ id }, index) => (
        <td key={id} {...cellStyles[id]}>
          {index === 0 ? (
            <span className={styles.groupName}>
              {/* The table handles presses, as on rows. */}
              <button
                type="button"
                className={styles.fold}
                aria-expanded={!isFolded}
                data-fold=""
                tabIndex={-1}
              >
                <Icon name={isFolded ? 'chevron-right' : 'chevron-down'} size={14} />
                <span
                  className={styles.groupLabel}
                  title={typeof group.label === 'string' ? group.label : undefined}
                >
                  {group.label}
                </span>
              </button>
              {group.action}
            </span>
          ) : (
            group.cells?.[id]
          )}
        </td>
      ))}
    </tr>
  )
}

export function SkeletonLines<Row>({ columns, cellStyles }: Pick<LinePlace<Row>, 'columns' | 'cellStyles'>) {
  const isShown = useDelayed()
  return Array.from({ length: 8 }, (_, line) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike.
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: these lines take no focus.
    <tr key={line} aria-hidden="true">
      {columns.map(({ id }, index) => (
        <td key={id} {...cellStyles[id]}>
          <span className={styles.skeleton}>
            {isShown && <Skeleton width={index === 0 ? 90 + ((line * 37) % 70) : 48 + ((line * 23) % 30)} />}
          </span>
        </td>
      ))}
    </tr>
  ))
}

export function Totals<Row>({ columns, cellStyles }: Pick<LinePlace<Row>, 'columns' | 'cellStyles'>) {
  return (
    <tfoot>
      <tr>
        {columns.map(({ id, total }) => (
          <td key={id} {...cellStyles[id]}>
            {total}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}
