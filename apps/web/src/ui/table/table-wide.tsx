import { type MouseEvent, useMemo, useRef, useState } from 'react'
import { useIsPrinting } from '../../lib/browser/print.ts'
import { classNames } from '../class-names.ts'
import styles from './table.module.css'
import { cellLooks } from './table-cells.ts'
import { TableHead } from './table-head.tsx'
import { lineOf, useRowKeyboard } from './table-keyboard.ts'
import { type Line, linesOf, type TableModel } from './table-model.ts'
import type { Column, TableProps } from './table-props.ts'
import { GroupLine, RowLine, SkeletonLines } from './table-rows.tsx'
import { useDrawnLines } from './use-drawn-lines.ts'
import { useEdges } from './use-edges.ts'

const noLines: readonly never[] = []

interface TableWideProps<Row extends object> extends TableProps<Row> {
  model: TableModel<Row>
}

export function TableWide<Row extends object>(props: TableWideProps<Row>) {
  const { label, columns, rows, rowKey, density = 'regular', paging, isFilling, model } = props
  const { groups, groupOf, onOpen, onSelect, selected, rowKeys, onResize } = props
  const scroller = useRef<HTMLDivElement>(null)
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const lines = useMemo(
    () => (rows === undefined ? noLines : linesOf(model.rows, rowKey, groups, groupOf, folded)),
    [rows, model.rows, rowKey, groups, groupOf, folded],
  )
  const looks = useMemo(() => cellLooks(columns), [columns])
  const drawn = useDrawnLines(scroller, lines, density)
  const isInteractive = onOpen !== undefined || onSelect !== undefined || groups !== undefined
  const fold = (key: string) => setFolded(toggled(folded, key))
  const select = onSelect && ((row: Row) => onSelect(toggled(selected, rowKey(row))))
  const keyboard = useRowKeyboard({
    scroller,
    lines,
    scrollTo: drawn.scrollTo,
    onOpen,
    onSelect: select,
    rowKeys,
    onFold: fold,
  })
  useEdges(scroller)

  // One listener for all rows, however many there are.
  const onClick = (event: MouseEvent) => {
    const line = lines[lineOf(event.target) ?? -1]
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
      looks,
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
  const isFixed = drawn.isLong || onResize !== undefined
  return (
    <section
      ref={scroller}
      className={classNames(styles.scroller, styles[density], drawn.isLong && !isFilling && styles.bounded)}
      aria-label={label}
      tabIndex={isInteractive ? -1 : 0}
    >
      <table
        // Rows that can be opened or selected make it a grid: screen readers then let the arrows through.
        {...(isInteractive && { role: 'grid', 'aria-multiselectable': onSelect !== undefined })}
        aria-label={label}
        aria-busy={rows === undefined || undefined}
        aria-rowcount={drawn.isLong || paging ? (paging?.count ?? lines.length) + 1 : undefined}
        className={classNames(styles.table, isFixed && styles.fixed, groups && styles.grouped)}
        style={onResize && !isPrinting ? { minWidth: widthOf(columns) } : undefined}
        onKeyDown={keyboard.onKeyDown}
        onFocus={keyboard.onFocus}
        onClick={isInteractive ? onClick : undefined}
      >
        <colgroup>
          {columns.map(({ id, width }, index) => {
            // The first column takes what a wide page has left; the others keep their widths.
            const isElastic = onResize !== undefined && index === 0
            return <col key={id} style={width === undefined || isElastic ? undefined : { width }} />
          })}
        </colgroup>
        <TableHead columns={columns} looks={looks} model={model} onResize={onResize} />
        <tbody>
          {rows === undefined && <SkeletonLines columns={columns} looks={looks} />}
          <Gap height={drawn.above} span={columns.length} />
          {drawn.indexes.map(index => {
            const line = lines[index]
            return line && drawLine(line, index)
          })}
          <Gap height={drawn.below} span={columns.length} />
        </tbody>
        {columns.some(column => column.total !== undefined) && rows !== undefined && (
          <tfoot>
            <tr>
              {columns.map(({ id, total }) => (
                <td key={id} {...looks[id]}>
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

/** Takes the place of the rows that are not drawn. */
function Gap({ height, span }: { height: number; span: number }) {
  if (height <= 0) return null
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it takes no focus.
    <tr aria-hidden="true">
      <td className={styles.gap} colSpan={span} style={{ height }} />
    </tr>
  )
}

function widthOf<Row>(columns: readonly Column<Row>[]): number {
  return columns.reduce((sum, { width = 0 }) => sum + width, 0)
}

/** A click on a link or a button inside a row is meant for it, and so is one that ends a selection of text. */
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
