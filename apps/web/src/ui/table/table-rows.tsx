import { memo } from 'react'
import { Icon } from '../display/icon.tsx'
import { Skeleton, useDelayed } from '../layout/skeleton.tsx'
import styles from './table.module.css'
import type { CellLook } from './table-cells.ts'
import type { Column, RowGroup } from './table-props.ts'

interface LinePlace<Row> {
  columns: readonly Column<Row>[]
  looks: Readonly<Record<string, CellLook>>
  lineIndex: number
  /** Its number within the whole list, the header being the first. */
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
  const { columns, looks, row, lineIndex, rowNumber, isTabStop, isSelected, isInteractive, isOpenable } =
    props
  return (
    <tr
      className={isOpenable ? styles.openable : undefined}
      aria-rowindex={rowNumber}
      aria-selected={isSelected}
      {...(isInteractive && { tabIndex: isTabStop ? 0 : -1, 'data-line': lineIndex })}
    >
      {columns.map(({ id, cell }) => (
        <td key={id} {...looks[id]}>
          {cell(row)}
        </td>
      ))}
    </tr>
  )
}

/**
 * A row is drawn anew only when something about it changed: scrolling through ten thousand draws those that
 * come into view and no other. A cast keeps its type parameter, which `memo` forgets.
 */
export const RowLine = memo(RowLineView) as typeof RowLineView

interface GroupLineProps<Row> extends LinePlace<Row> {
  group: RowGroup
  isFolded: boolean
}

export function GroupLine<Row>({
  columns,
  looks,
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
        <td key={id} {...looks[id]}>
          {index === 0 ? (
            <span className={styles.groupName}>
              {/* The table itself answers the press, as it does those on rows. */}
              <button
                type="button"
                className={styles.fold}
                aria-expanded={!isFolded}
                data-fold=""
                tabIndex={-1}
              >
                <Icon name={isFolded ? 'chevron-right' : 'chevron-down'} size={14} />
                {group.label}
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

export function SkeletonLines<Row>({ columns, looks }: Pick<LinePlace<Row>, 'columns' | 'looks'>) {
  const isShown = useDelayed()
  return Array.from({ length: 8 }, (_, line) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike.
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: these lines take no focus.
    <tr key={line} aria-hidden="true">
      {columns.map(({ id }, index) => (
        <td key={id} {...looks[id]}>
          <span className={styles.skeleton}>
            {isShown && <Skeleton width={index === 0 ? 90 + ((line * 37) % 70) : 48 + ((line * 23) % 30)} />}
          </span>
        </td>
      ))}
    </tr>
  ))
}
