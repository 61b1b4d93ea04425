import type { MouseEvent } from 'react'
import { Icon } from '../icon.tsx'
import { Skeleton, useDelayed } from '../skeleton.tsx'
import styles from './table.module.css'
import type { CellLook } from './table-cells.ts'
import type { RowKeyboard } from './table-keyboard.ts'
import type { Column, RowGroup } from './table-props.ts'

interface LinePlace<Row> {
  columns: readonly Column<Row>[]
  looks: Readonly<Record<string, CellLook>>
  lineIndex: number
  /** Its number within the whole list, the header being the first. */
  rowNumber: number
  keyboard: RowKeyboard
}

interface RowLineProps<Row> extends LinePlace<Row> {
  row: Row
  isSelected: boolean
  isInteractive: boolean
  onOpen: ((row: Row) => void) | undefined
  onToggle: (() => void) | undefined
}

export function RowLine<Row>(props: RowLineProps<Row>) {
  const { columns, looks, row, lineIndex, rowNumber, keyboard } = props
  const { isSelected, isInteractive, onOpen, onToggle } = props
  const onClick = (event: MouseEvent) => {
    if (isOnControl(event)) return
    if (onToggle && (event.ctrlKey || event.metaKey)) onToggle()
    else onOpen?.(row)
  }
  return (
    <tr
      className={onOpen && styles.openable}
      aria-rowindex={rowNumber}
      aria-selected={onToggle ? isSelected : undefined}
      onClick={isInteractive ? onClick : undefined}
      {...(isInteractive && keyboard.lineProps(lineIndex))}
    >
      {columns.map(({ id, cell }) => (
        <td key={id} {...looks[id]}>
          {cell(row)}
        </td>
      ))}
    </tr>
  )
}

interface GroupLineProps<Row> extends LinePlace<Row> {
  group: RowGroup
  isFolded: boolean
  onFold: () => void
}

export function GroupLine<Row>({
  columns,
  looks,
  group,
  lineIndex,
  rowNumber,
  keyboard,
  ...fold
}: GroupLineProps<Row>) {
  return (
    <tr className={styles.group} aria-rowindex={rowNumber} {...keyboard.lineProps(lineIndex)}>
      {columns.map(({ id }, index) => (
        <td key={id} {...looks[id]}>
          {index === 0 ? (
            <button
              type="button"
              className={styles.fold}
              aria-expanded={!fold.isFolded}
              onClick={fold.onFold}
            >
              <Icon name={fold.isFolded ? 'chevron-right' : 'chevron-down'} size={14} />
              {group.label}
            </button>
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

/** A click on a link or a button inside a row is meant for it, and so is one that ends a selection of text. */
function isOnControl(event: MouseEvent): boolean {
  const isControl =
    event.target instanceof Element && event.target.closest('a, button, input, label') !== null
  return isControl || (window.getSelection()?.toString() ?? '') !== ''
}
