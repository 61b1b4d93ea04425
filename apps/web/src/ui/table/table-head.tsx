import type { KeyboardEvent } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../display/icon.tsx'
import { ColumnEdge, minWidthPx } from './column-edge.tsx'
import styles from './table.module.css'
import type { CellStyle } from './table-cells.ts'
import type { TableModel } from './table-model.ts'
import type { Column } from './table-props.ts'

interface TableHeadProps<Row> {
  columns: readonly Column<Row>[]
  cellStyles: Readonly<Record<string, CellStyle>>
  model: TableModel<Row>
  onResize: ((columnId: string, width: number | null) => void) | undefined
}

const widthStepPx = 8

export function TableHead<Row>({ columns, cellStyles, model, onResize }: TableHeadProps<Row>) {
  return (
    <thead>
      <tr>
        {columns.map(({ id, header, isHeaderHidden = false }) => {
          const isSorted = model.sort?.id === id
          const direction = model.sort?.isDescending ? 'descending' : 'ascending'
          return (
            <th
              key={id}
              scope="col"
              data-column={id}
              className={classNames(cellStyles[id]?.className)}
              style={cellStyles[id]?.style}
              aria-sort={isSorted ? direction : undefined}
            >
              {model.canSort(id) ? (
                <button
                  type="button"
                  className={styles.sort}
                  onClick={() => model.toggleSort(id)}
                  {...(onResize && {
                    'aria-keyshortcuts': 'Alt+ArrowLeft Alt+ArrowRight',
                    onKeyDown: event => resizeByKey(event, next => onResize(id, next)),
                  })}
                >
                  <span className={styles.words}>{header}</span>
                  {isSorted && <Icon name={model.sort?.isDescending ? 'down' : 'up'} size={12} />}
                </button>
              ) : (
                <span className={isHeaderHidden ? 'visually-hidden' : styles.words}>{header}</span>
              )}
              {onResize && <ColumnEdge onWidth={next => onResize(id, next)} />}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

/** Alt with the arrow keys resizes a column, like dragging its edge. */
function resizeByKey(event: KeyboardEvent, onWidth: (width: number) => void): void {
  const step = event.key === 'ArrowLeft' ? -widthStepPx : event.key === 'ArrowRight' ? widthStepPx : 0
  const header = event.currentTarget.closest('th')
  if (step === 0 || !event.altKey || header === null) return
  event.preventDefault()
  onWidth(Math.max(minWidthPx, Math.round(header.offsetWidth) + step))
}
