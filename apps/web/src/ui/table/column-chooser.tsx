import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useText } from '../../lib/i18n/i18n.ts'
import { classNames } from '../class-names.ts'
import { Button } from '../display/button.tsx'
import { Icon } from '../display/icon.tsx'
import { IconButton } from '../display/icon-button.tsx'
import checkbox from '../form/checkbox.module.css'
import input from '../form/input.module.css'
import { Popover } from '../overlay/popover.tsx'
import styles from './column-chooser.module.css'
import type { ColumnChoice } from './use-table-layout.ts'

interface ColumnChooserProps {
  choice: ColumnChoice
  /** Only the icon, in a full toolbar. */
  isIconOnly?: boolean
  /** Above the columns, such as the row height. */
  children?: ReactNode
  /** As a small button under the table, beside the names of hidden columns. */
  isBelow?: boolean
}

/** Selects and orders the columns of a table. Changes apply immediately. */
export function ColumnChooser({ choice, isBelow = false, isIconOnly = false, children }: ColumnChooserProps) {
  const text = useText()
  const look = isBelow ? ({ variant: 'quiet', size: 'small' } as const) : ({ icon: 'columns' } as const)
  return (
    <Popover
      align="end"
      side={isBelow ? 'top' : 'bottom'}
      title={text('table_columns')}
      isTitleHidden
      trigger={
        isIconOnly ? (
          <IconButton icon="columns" label={text('table_columns')} />
        ) : (
          <Button {...look}>{text('table_columns')}</Button>
        )
      }
    >
      {children}
      <ColumnList choice={choice} />
    </Popover>
  )
}

function ColumnList({ choice }: Pick<ColumnChooserProps, 'choice'>) {
  const text = useText()
  const [wanted, setWanted] = useState('')
  const found = choice.all.filter(({ label }) =>
    label.toLocaleLowerCase().includes(wanted.trim().toLocaleLowerCase()),
  )
  const isWhole = found.length === choice.all.length
  const { list, dragged, startDrag, dragEvents, moveByKey } = useColumnMoves(choice, found)
  return (
    <div className={styles.chooser}>
      <div className={styles.head}>
        <b>{text('table_columns')}</b>
        <span className={styles.count}>
          {text('table_columns_of', {
            shown: choice.all.filter(({ isShown }) => isShown).length,
            count: choice.all.length,
          })}
        </span>
        <span className={styles.spacer} />
        <Button variant="quiet" size="small" disabled={choice.isDefault} onClick={choice.reset}>
          {text('table_columns_reset')}
        </Button>
      </div>
      <div className={classNames(input.input, input.small, input.group)}>
        <Icon name="search" size={14} />
        <input
          className={input.bare}
          value={wanted}
          onChange={event => setWanted(event.target.value)}
          placeholder={text('table_columns_find')}
          aria-label={text('table_columns_find')}
        />
      </div>
      <ul ref={list} className={styles.list} {...dragEvents}>
        {found.map(column => (
          <ColumnItem
            key={column.id}
            column={column}
            isDragged={column.id === dragged}
            onDrag={column.isFixed || !isWhole ? undefined : () => startDrag(column.id)}
            onToggle={() => choice.toggle(column.id)}
            onKeyDown={event => moveByKey(event, column.id)}
          />
        ))}
      </ul>
      {found.length === 0 && <p className={styles.none}>{text('nothing_found')}</p>}
      <p className={styles.hint}>{text('table_columns_hint')}</p>
    </div>
  )
}

type ChosenColumn = ColumnChoice['all'][number]

/** Columns are dragged, or moved with Alt and the arrow keys; the arrow keys alone move the focus. */
function useColumnMoves(choice: ColumnChoice, found: readonly ChosenColumn[]) {
  const [dragged, setDragged] = useState<string | null>(null)
  const list = useRef<HTMLUListElement>(null)
  // A column moved by keyboard keeps the focus.
  const moved = useRef<string | null>(null)
  const focusColumn = (id: string) =>
    list.current?.querySelector<HTMLElement>(`[data-column="${id}"] input`)?.focus()
  useEffect(() => {
    if (moved.current === null) return
    focusColumn(moved.current)
    moved.current = null
  })
  const findColumnIndex = (id: string) => choice.all.findIndex(column => column.id === id)

  const drag = (event: PointerEvent) => {
    if (dragged === null || list.current === null) return
    const rows = [...list.current.children]
    const under = rows.findIndex(row => event.clientY < row.getBoundingClientRect().bottom)
    const to = under === -1 ? rows.length - 1 : under
    if (to !== findColumnIndex(dragged)) choice.move(dragged, to)
  }
  const moveByKey = (event: KeyboardEvent, id: string) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (step === 0) return
    event.preventDefault()
    if (event.altKey && found.length === choice.all.length) {
      moved.current = id
      choice.move(id, findColumnIndex(id) + step)
      return
    }
    const next = found[found.findIndex(column => column.id === id) + step]
    if (next) focusColumn(next.id)
  }
  const endDrag = () => setDragged(null)
  const dragEvents = { onPointerMove: drag, onPointerUp: endDrag, onPointerCancel: endDrag }
  return { list, dragged, startDrag: setDragged, dragEvents, moveByKey }
}

interface ColumnItemProps {
  column: ChosenColumn
  isDragged: boolean
  /** Undefined where the column cannot be moved. */
  onDrag: (() => void) | undefined
  onToggle: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

function ColumnItem({ column, isDragged, onDrag, onToggle, onKeyDown }: ColumnItemProps) {
  const text = useText()
  const { id, label, isShown, isFixed } = column
  return (
    <li data-column={id} className={classNames(styles.item, isDragged && styles.dragged)}>
      <span
        className={classNames(styles.grip, !onDrag && styles.still)}
        aria-hidden="true"
        onPointerDown={event => {
          if (!onDrag) return
          event.preventDefault()
          onDrag()
        }}
      >
        <Icon name="drag" size={14} />
      </span>
      <label className={styles.label}>
        <span className={styles.words}>{label}</span>
        {isFixed && <span className={styles.fixed}>{text('table_column_fixed')}</span>}
        <input
          type="checkbox"
          className={checkbox.box}
          checked={isShown}
          disabled={isFixed}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          onChange={onToggle}
          onKeyDown={onKeyDown}
        />
      </label>
    </li>
  )
}
