import { type CSSProperties, type MouseEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { useText } from '../../lib/i18n/i18n.ts'
import { classNames } from '../class-names.ts'
import { useColumnWidths } from './sizing/use-column-widths.ts'
import styles from './table.module.css'
import { buildCellStyles } from './table-cells.ts'
import { TableHead } from './table-head.tsx'
import { findLineIndex, type LineActions, useRowKeyboard } from './table-keyboard.ts'
import { buildLines, type Line, type TableModel, toggled } from './table-model.ts'
import type { Column, TableProps } from './table-props.ts'
import { GroupLine, RowLine, SkeletonLines, Totals } from './table-rows.tsx'
import { useEdges } from './use-edges.ts'
import { useVirtualLines } from './use-virtual-lines.ts'

const noLines: readonly never[] = []
const widthProperty = '--table-width'

interface TableWideProps<Row extends object> extends TableProps<Row> {
  model: TableModel<Row>
}

export function TableWide<Row extends object>(props: TableWideProps<Row>) {
  const { label, columns: allColumns, rows, rowKey, density = 'regular', paging, isFilling, model } = props
  const { groups, rowGroup, onOpen, onSelect, selected, rowKeys, onResize } = props
  const scroller = useRef<HTMLDivElement>(null)
  const table = useRef<HTMLTableElement>(null)
  const { columns, hidden, isFitted } = useColumnWidths({ table, columns: allColumns, rows })
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const lines = useMemo(
    () => (rows === undefined ? noLines : buildLines(model.rows, rowKey, groups, rowGroup, folded)),
    [rows, model.rows, rowKey, groups, rowGroup, folded],
  )
  const cellStyles = useMemo(() => buildCellStyles(columns), [columns])
  const visible = useVirtualLines(scroller, lines, density)
  const isInteractive = onOpen !== undefined || onSelect !== undefined || groups !== undefined
  const select = onSelect && ((row: Row) => onSelect(toggled(selected, rowKey(row))))
  const actions = { onOpen, onSelect: select, onFold: (key: string) => setFolded(toggled(folded, key)) }
  const keyboard = useRowKeyboard({ scroller, lines, scrollTo: visible.scrollTo, rowKeys, ...actions })
  useEdges(scroller)

  // One listener for all rows.
  const onClick = (event: MouseEvent) => {
    const line = lines[findLineIndex(event.target) ?? -1]
    if (line) clickLine(event, line, actions)
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

  return (
    <>
      {/* A group, since a card around it is already a landmark of the same name. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls of a form. */}
      <div
        ref={scroller}
        role="group"
        className={classNames(
          styles.scroller,
          styles[density],
          visible.isLong && !isFilling && styles.bounded,
        )}
        aria-label={label}
        tabIndex={isInteractive ? -1 : 0}
      >
        <table
          ref={table}
          // Openable or selectable rows make it a grid, so that screen readers pass arrow keys through.
          {...(isInteractive && { role: 'grid', 'aria-multiselectable': onSelect !== undefined })}
          aria-label={label}
          aria-busy={rows === undefined || undefined}
          aria-rowcount={visible.isLong || paging ? (paging?.count ?? lines.length) + 1 : undefined}
          className={classNames(styles.table, isFitted && styles.fixed, groups && styles.grouped)}
          style={isFitted ? setTableWidth(columns) : undefined}
          onKeyDown={keyboard.onKeyDown}
          onFocus={keyboard.onFocus}
          onClick={isInteractive ? onClick : undefined}
        >
          <colgroup>
            {columns.map(({ id, width, chosenWidth }) => (
              <col key={id} style={{ width: isFitted ? width : chosenWidth }} />
            ))}
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
            <Totals columns={columns} cellStyles={cellStyles} />
          )}
        </table>
      </div>
      {hidden.length > 0 && (
        <HiddenColumns names={hidden.map(({ header }) => header)} action={props.hiddenAction} />
      )}
    </>
  )
}

/** Folds a group; selects a row with Ctrl or Cmd, and opens it otherwise. */
function clickLine<Row>(event: MouseEvent, line: Line<Row>, { onOpen, onSelect, onFold }: LineActions<Row>) {
  if (line.kind === 'group') {
    if (!isOnControl(event) || isOnFold(event)) onFold(line.group.key)
    return
  }
  if (isOnControl(event)) return
  if (onSelect && (event.ctrlKey || event.metaKey)) onSelect(line.row)
  else onOpen?.(line.row)
}

/** Names the columns that have no room, so that nobody looks for them in vain. */
function HiddenColumns({ names, action }: { names: readonly string[]; action: ReactNode }) {
  const text = useText()
  return (
    <p className={styles.hidden}>
      <span>{text('table_columns_hidden', { count: names.length, names: names.join('; ') })}</span>
      {action}
    </p>
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

function setTableWidth<Row>(columns: readonly Column<Row>[]): CSSProperties {
  const width = columns.reduce((sum, column) => sum + (column.width ?? 0), 0)
  // The types of React know no custom properties.
  return { [widthProperty]: `${width}px` } as CSSProperties
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
