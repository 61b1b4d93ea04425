import { useEffect, useMemo, useRef, useState } from 'react'
import { useText } from '../../lib/i18n/i18n.ts'
import { classNames } from '../class-names.ts'
import { Icon } from '../display/icon.tsx'
import { Checkbox } from '../form/checkbox.tsx'
import { SkeletonRows } from '../layout/skeleton.tsx'
import { SortMenu } from './sort-menu.tsx'
import { buildLines, type TableModel, toggled } from './table-model.ts'
import styles from './table-phone.module.css'
import type { Column, PhoneRow, TableProps } from './table-props.ts'

interface TablePhoneProps<Row extends object> extends TableProps<Row> {
  model: TableModel<Row>
}

export function TablePhone<Row extends object>(props: TablePhoneProps<Row>) {
  const { label, rows, rowKey, columns, groups, rowGroup, phoneRow, onOpen, model } = props
  const { selected, onSelect } = props
  const { isSortedElsewhere = false } = props
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const lines = useMemo(
    () => buildLines(model.rows, rowKey, groups, rowGroup, folded),
    [model.rows, rowKey, groups, rowGroup, folded],
  )
  const [end, count] = useGrowing(lines.length)
  if (rows === undefined) return <SkeletonRows rows={8} rowHeight={58} />
  return (
    <>
      {!isSortedElsewhere && <SortBar columns={columns} model={model} />}
      <ul aria-label={label}>
        {lines.slice(0, count).map(line => {
          if (line.kind === 'group') {
            const { key, label: words, cells, phoneCell } = line.group
            const isFolded = folded.has(key)
            const fold = () => setFolded(toggled(folded, key))
            return (
              <li key={line.key}>
                <button type="button" className={styles.group} aria-expanded={!isFolded} onClick={fold}>
                  <Icon name={isFolded ? 'chevron-right' : 'chevron-down'} size={14} />
                  <span className={styles.words}>{words}</span>
                  {phoneCell !== undefined && cells?.[phoneCell]}
                </button>
              </li>
            )
          }
          const { selectLabel, ...row } = phoneRow(line.row)
          const isSelectable = onSelect !== undefined && selectLabel !== undefined
          const content = <TwoLines {...row} mark={isSelectable ? undefined : row.mark} />
          return (
            <li key={line.key} className={classNames(styles.item, isSelectable && styles.selectable)}>
              {isSelectable && (
                <Checkbox
                  label={selectLabel}
                  isLabelHidden
                  className={styles.select}
                  checked={selected?.has(line.key) ?? false}
                  onChange={() => onSelect(toggled(selected, line.key))}
                />
              )}
              {onOpen ? (
                <button type="button" className={styles.row} onClick={() => onOpen(line.row)}>
                  {content}
                </button>
              ) : (
                <div className={styles.row}>{content}</div>
              )}
            </li>
          )
        })}
      </ul>
      {count < lines.length && <div ref={end} className={styles.end} />}
    </>
  )
}

/** Phones render a long list incrementally while scrolling. */
const firstLines = 120

function useGrowing(length: number) {
  const [count, setCount] = useState(firstLines)
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (end.current === null || count >= length) return
    const watching = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && setCount(visible => visible + firstLines),
      { rootMargin: '1200px' },
    )
    watching.observe(end.current)
    return () => watching.disconnect()
  }, [count, length])
  return [end, count] as const
}

function TwoLines({ title, note, value, change, mark, middle }: PhoneRow) {
  return (
    <>
      {mark}
      <span className={styles.words}>
        <span className={styles.title}>{title}</span>
        {note !== undefined && <span className={styles.note}>{note}</span>}
      </span>
      {middle}
      <span className={styles.figures}>
        <span className={styles.value}>{value}</span>
        {change !== undefined && <span className={styles.change}>{change}</span>}
      </span>
    </>
  )
}

/** Phones have no column headers, so the order is shown as text beside a menu. */
function SortBar<Row>({ columns, model }: { columns: readonly Column<Row>[]; model: TableModel<Row> }) {
  const text = useText()
  const sortable = columns.filter(column => model.canSort(column.id))
  if (sortable.length === 0) return null
  const by = columns.find(column => column.id === model.sort?.id)
  return (
    <div className={styles.bar}>
      <span className={styles.order}>
        {by === undefined ? text('table_unsorted') : by.header}
        {by !== undefined && <Icon name={model.sort?.isDescending ? 'down' : 'up'} size={12} />}
      </span>
      <SortMenu columns={sortable} sort={model.sort} onSort={model.setSort} isQuiet />
    </div>
  )
}
