import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef, useState } from 'react'
import { classNames } from '../class-names.ts'
import styles from './table.module.css'
import { cellLooks } from './table-cells.ts'
import { TableHead } from './table-head.tsx'
import { useRowKeyboard } from './table-keyboard.ts'
import { type Line, linesOf, type TableModel } from './table-model.ts'
import type { TableProps } from './table-props.ts'
import { GroupLine, RowLine, SkeletonLines } from './table-rows.tsx'
import { useEdges } from './use-edges.ts'

/** Rows beyond this number are drawn only where they are seen. */
const longFrom = 100
const rowHeights = { compact: 28, regular: 34, roomy: 44 }
const noLines: readonly never[] = []

interface TableWideProps<Row extends object> extends TableProps<Row> {
  model: TableModel<Row>
}

export function TableWide<Row extends object>(props: TableWideProps<Row>) {
  const { label, columns, rows, rowKey, density = 'regular', paging, isFilling, model } = props
  const { groups, groupOf, onOpen, onSelect, selected } = props
  const scroller = useRef<HTMLDivElement>(null)
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const lines = useMemo(
    () => (rows === undefined ? noLines : linesOf(model.rows, rowKey, groups, groupOf, folded)),
    [rows, model.rows, rowKey, groups, groupOf, folded],
  )
  const looks = useMemo(() => cellLooks(columns), [columns])
  const isLong = lines.length > longFrom
  const virtualizer = useVirtualizer({
    count: lines.length,
    enabled: isLong,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeights[density],
    overscan: 12,
    // Until it is measured: a first drawing without rows would flash.
    initialRect: { width: 0, height: window.innerHeight },
  })
  const drawn = isLong
    ? virtualizer.getVirtualItems().map(item => item.index)
    : lines.map((_, index) => index)
  const first = drawn[0] ?? 0
  const last = drawn.at(-1) ?? -1
  const isInteractive = onOpen !== undefined || onSelect !== undefined
  const keyboard = useRowKeyboard({
    scroller,
    lines,
    scrollTo: index => isLong && virtualizer.scrollToIndex(index),
    onOpen,
    onSelect: onSelect && (row => onSelect(toggled(selected, rowKey(row)))),
    onFold: key => setFolded(toggled(folded, key)),
  })
  useEdges(scroller)

  const drawLine = (line: Line<Row>, index: number) => {
    const place = { columns, looks, lineIndex: index, keyboard, rowNumber: (paging?.offset ?? 0) + index + 2 }
    if (line.kind === 'group') {
      const isFolded = folded.has(line.group.key)
      const onFold = () => setFolded(toggled(folded, line.group.key))
      return <GroupLine key={line.key} {...place} group={line.group} isFolded={isFolded} onFold={onFold} />
    }
    const toggle = onSelect && (() => onSelect(toggled(selected, line.key)))
    return (
      <RowLine
        key={line.key}
        {...place}
        row={line.row}
        isSelected={selected?.has(line.key) ?? false}
        isInteractive={isInteractive}
        onOpen={onOpen}
        onToggle={toggle}
      />
    )
  }

  return (
    <section
      ref={scroller}
      className={classNames(styles.scroller, styles[density], isLong && !isFilling && styles.bounded)}
      aria-label={label}
      tabIndex={isInteractive ? -1 : 0}
    >
      <table
        // Rows that can be opened or selected make it a grid: screen readers then let the arrows through.
        {...(isInteractive && { role: 'grid', 'aria-multiselectable': onSelect !== undefined })}
        aria-label={label}
        aria-busy={rows === undefined || undefined}
        aria-rowcount={isLong || paging ? (paging?.count ?? lines.length) + 1 : undefined}
        className={classNames(styles.table, isLong && styles.fixed)}
        onKeyDown={keyboard.onKeyDown}
      >
        <colgroup>
          {columns.map(({ id, width }) => (
            <col key={id} style={width === undefined ? undefined : { width }} />
          ))}
        </colgroup>
        <TableHead columns={columns} looks={looks} model={model} />
        <tbody>
          {rows === undefined && <SkeletonLines columns={columns} looks={looks} />}
          {first > 0 && <Gap height={first * rowHeights[density]} span={columns.length} />}
          {drawn.map(index => {
            const line = lines[index]
            return line && drawLine(line, index)
          })}
          {isLong && <Gap height={(lines.length - 1 - last) * rowHeights[density]} span={columns.length} />}
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

function toggled(set: ReadonlySet<string> | undefined, key: string): ReadonlySet<string> {
  const next = new Set(set)
  if (!next.delete(key)) next.add(key)
  return next
}
