import { type ReactNode, useMemo, useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import { Button } from '../button.tsx'
import { Icon } from '../icon.tsx'
import { Menu, MenuChoice } from '../menu.tsx'
import { SkeletonRows } from '../skeleton.tsx'
import { linesOf, type TableModel } from './table-model.ts'
import styles from './table-phone.module.css'
import type { Column, PhoneRow, TableProps } from './table-props.ts'

interface TablePhoneProps<Row extends object> extends TableProps<Row> {
  model: TableModel<Row>
}

export function TablePhone<Row extends object>(props: TablePhoneProps<Row>) {
  const { label, rows, rowKey, columns, groups, groupOf, phoneRow, onOpen, model } = props
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set())
  const lines = useMemo(
    () => linesOf(model.rows, rowKey, groups, groupOf, folded),
    [model.rows, rowKey, groups, groupOf, folded],
  )
  if (rows === undefined) return <SkeletonRows rows={8} rowHeight={58} />
  return (
    <>
      <SortMenu columns={columns} model={model} />
      <ul aria-label={label}>
        {lines.map(line => {
          if (line.kind === 'group') {
            const { key, label: words, cells } = line.group
            const isFolded = folded.has(key)
            const fold = () => setFolded(isFolded ? without(folded, key) : new Set([...folded, key]))
            return (
              <li key={line.key}>
                <button type="button" className={styles.group} aria-expanded={!isFolded} onClick={fold}>
                  <Icon name={isFolded ? 'chevron-right' : 'chevron-down'} size={14} />
                  <span className={styles.words}>{words}</span>
                  {firstFigure(columns, cells)}
                </button>
              </li>
            )
          }
          const content = <TwoLines {...phoneRow(line.row)} />
          return (
            <li key={line.key} className={styles.item}>
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
    </>
  )
}

function TwoLines({ title, note, value, change, mark }: PhoneRow) {
  return (
    <>
      {mark}
      <span className={styles.words}>
        <span className={styles.title}>{title}</span>
        {note !== undefined && <span className={styles.note}>{note}</span>}
      </span>
      <span className={styles.figures}>
        <span className={styles.value}>{value}</span>
        {change !== undefined && <span className={styles.change}>{change}</span>}
      </span>
    </>
  )
}

/** Headers are not there to be pressed, so the order is chosen from a menu. */
function SortMenu<Row>({ columns, model }: { columns: readonly Column<Row>[]; model: TableModel<Row> }) {
  const text = useText()
  const sortable = columns.filter(column => model.canSort(column.id))
  if (sortable.length === 0) return null
  return (
    <div className={styles.bar}>
      <Menu trigger={<Button icon="swap">{text('table_sort')}</Button>}>
        <MenuChoice
          label={text('table_sort')}
          choices={[
            { value: '', label: text('table_unsorted') },
            ...sortable.map(({ id, header }) => ({ value: id, label: header })),
          ]}
          value={model.sort?.id ?? ''}
          onChange={id =>
            model.setSort(
              id === '' ? null : { id, isDescending: sortable.find(one => one.id === id)?.align === 'end' },
            )
          }
        />
      </Menu>
    </div>
  )
}

function firstFigure<Row>(columns: readonly Column<Row>[], cells: Readonly<Record<string, ReactNode>> = {}) {
  const column = columns.find(({ id }) => cells[id] !== undefined)
  return column && cells[column.id]
}

function without(set: ReadonlySet<string>, key: string): ReadonlySet<string> {
  return new Set([...set].filter(other => other !== key))
}
