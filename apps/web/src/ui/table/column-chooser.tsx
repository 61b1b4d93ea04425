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
  const [dragged, setDragged] = useState<string | null>(null)
  const list = useRef<HTMLUListElement>(null)
  // A column moved by keyboard keeps the focus.
  const moved = useRef<string | null>(null)
  useEffect(() => {
    if (moved.current === null) return
    list.current?.querySelector<HTMLElement>(`[data-column="${moved.current}"] input`)?.focus()
    moved.current = null
  })
  const found = choice.all.filter(({ label }) =>
    label.toLocaleLowerCase().includes(wanted.trim().toLocaleLowerCase()),
  )
  const isWhole = found.length === choice.all.length
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
    if (event.altKey && isWhole) {
      moved.current = id
      choice.move(id, findColumnIndex(id) + step)
      return
    }
    const next = found[found.findIndex(column => column.id === id) + step]
    if (next) list.current?.querySelector<HTMLElement>(`[data-column="${next.id}"] input`)?.focus()
  }

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
      <ul
        ref={list}
        className={styles.list}
        onPointerMove={drag}
        onPointerUp={() => setDragged(null)}
        onPointerCancel={() => setDragged(null)}
      >
        {found.map(({ id, label, isShown, isFixed }) => (
          <li key={id} data-column={id} className={classNames(styles.item, id === dragged && styles.dragged)}>
            <span
              className={classNames(styles.grip, (isFixed || !isWhole) && styles.still)}
              aria-hidden="true"
              onPointerDown={event => {
                if (isFixed || !isWhole) return
                event.preventDefault()
                setDragged(id)
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
                onChange={() => choice.toggle(id)}
                onKeyDown={event => moveByKey(event, id)}
              />
            </label>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className={styles.none}>{text('nothing_found')}</p>}
      <p className={styles.hint}>{text('table_columns_hint')}</p>
    </div>
  )
}
