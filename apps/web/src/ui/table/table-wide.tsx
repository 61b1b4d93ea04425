import { type MouseEvent, useMemo, useRef, useState } from 'react'
import { useIsPrinting } from '../../lib/browser/printing.ts'
import { classNames } from '../class-names.ts'
import styles from './table.module.css'
import { buildCellStyles } from './table-cells.ts'
import { TableHead } from './table-head.tsx'
import { findLineIndex, useRowKeyboard } from './table-keyboard.ts'
import { buildLines, type Line, type TableModel } from './table-model.ts'
import type { Column, TableProps } from './table-props.ts'
import { GroupLine, RowLine, SkeletonLines } from './table-rows.tsx'
import { useEdges } from './use-edges.ts'
import { useVirtualLines } from './use-virtual-lines.ts'

const noLines: readonly never[] = []

interface TableWideProps<Row extends object> extends TableProps<Row> {
  model: TableModel<Row>
}

export function TableWide<Row extends object>(props: TableWideProps<Row>) {
  const { label, columns, rows, rowKey, density = 'regular', paging, isFilling, model } = props
  const { groups, rowGroup, onOpen, onSelect, selected, rowKeys, onResize } = props
  const scroller = useRef<HTMLDivElement>(null)
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const lines = useMemo(
    () => (rows === undefined ? noLines : buildLines(model.rows, rowKey, groups, rowGroup, folded)),
    [rows, model.rows, rowKey, groups, rowGroup, folded],
  )
  const cellStyles = useMemo(() => buildCellStyles(columns), [columns])
  const visible = useVirtualLines(scroller, lines, density)
  const isInteractive = onOpen !== undefined || onSelect !== undefined || groups !== undefined
  const fold = (key: string) => setFolded(toggled(folded, key))
  const select = onSelect && ((row: Row) => onSelect(toggled(selected, rowKey(row))))
  const keyboard = useRowKeyboard({
    scroller,
    lines,
    scrollTo: visible.scrollTo,
    onOpen,
    onSelect: select,
    rowKeys,
    onFold: fold,
  })
  useEdges(scroller)

  // One listener for all rows.
  const onClick = (event: MouseEvent) => {
    const line = lines[findLineIndex(event.target) ?? -1]
    if (line === undefined) return
    if (line.kind === 'group') {
      if (!isOnControl(event) || isOnFold(event)) fold(line.group.key)
      return
    }
    if (isOnControl(event)) return
    if (select && (event.ctrlKey || event.metaKey)) select(line.row)
    else onOpen?.(line.row)
  }
  const drawLine = (line: Line<Row>, index: number) => {
    const place = {
      columns,
      cellStyles,
      lineIndex: index,
      isTabStop: index === keyboard.tabStop,
      rowNumber: (paging?.offset ?? 0) + index + 2,
    }
    if (line.kind === 'group') {
      return <GroupLine key={line.key} {...place} group={line.group} isFolded={folded.has(line.group.key)} />
    }
    return (
      <RowLine
        key={line.key}
        {...place}
        row={line.row}
        isSelected={onSelect && (selected?.has(line.key) ?? false)}
        isInteractive={isInteractive}
        isOpenable={onOpen !== undefined}
      />
    )
  }

  const isPrinting = useIsPrinting()
  const isFixed = visible.isLong || onResize !== undefined
  return (
    <section
      ref={scroller}
      className={classNames(styles.scroller, styles[density], visible.isLong && !isFilling && styles.bounded)}
      aria-label={label}
      tabIndex={isInteractive ? -1 : 0}
    >
      <table
        // Openable or selectable rows make it a grid, so that screen readers pass arrow keys through.
        {...(isInteractive && { role: 'grid', 'aria-multiselectable': onSelect !== undefined })}
        aria-label={label}
        aria-busy={rows === undefined || undefined}
        aria-rowcount={visible.isLong || paging ? (paging?.count ?? lines.length) + 1 : undefined}
        className={classNames(styles.table, isFixed && styles.fixed, groups && styles.grouped)}
        style={onResize && !isPrinting ? { minWidth: totalWidth(columns) } : undefined}
        onKeyDown={keyboard.onKeyDown}
        onFocus={keyboard.onFocus}
        onClick={isInteractive ? onClick : undefined}
      >
        <colgroup>
          {columns.map(({ id, width }, index) => {
            // The first column takes the remaining width; the others keep theirs.
            const isElastic = onResize !== undefined && index === 0
            return <col key={id} style={width === undefined || isElastic ? undefined : { width }} />
          })}
        </colgroup>
        <TableHead columns={columns} cellStyles={cellStyles} model={model} onResize={onResize} />
        <tbody>
          {rows === undefined && <SkeletonLines columns={columns} cellStyles={cellStyles} />}
          <Spacer height={visible.above} span={columns.length} />
          {visible.indexes.map(index => {
            const line = lines[index]
            return line && drawLine(line, index)
          })}
          <Spacer height={visible.below} span={columns.length} />
        </tbody>
        {columns.some(column => column.total !== undefined) && rows !== undefined && (
          <tfoot>
            <tr>
              {columns.map(({ id, total }) => (
                <td key={id} {...cellStyles[id]}>
                  {total}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  )
}

/** The space of rows that are not rendered. */
function Spacer({ height, span }: { height: number; span: number }) {
  if (height <= 0) return null
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it takes no focus.
    <tr aria-hidden="true">
      <td className={styles.gap} colSpan={span} style={{ height }} />
    </tr>
  )
}

function totalWidth<Row>(columns: readonly Column<Row>[]): number {
  return columns.reduce((sum, { width = 0 }) => sum + width, 0)
}

/** Clicks on a link or button in a row, or at the end of a text selection, do not open the row. */
function isOnControl(event: MouseEvent): boolean {
  const isControl =
    event.target instanceof Element && event.target.closest('a, button, input, label') !== null
  return isControl || (window.getSelection()?.toString() ?? '') !== ''
}

function isOnFold({ target }: MouseEvent): boolean {
  return target instanceof Element && target.closest('[data-fold]') !== null
}

function toggled(set: ReadonlySet<string> | undefined, key: string): ReadonlySet<string> {
  const next = new Set(set)
  if (!next.delete(key)) next.add(key)
  return next
}
