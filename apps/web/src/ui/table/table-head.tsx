import { Icon } from '../icon.tsx'
import styles from './table.module.css'
import type { CellLook } from './table-cells.ts'
import type { TableModel } from './table-model.ts'
import type { Column } from './table-props.ts'

interface TableHeadProps<Row> {
  columns: readonly Column<Row>[]
  looks: Readonly<Record<string, CellLook>>
  model: TableModel<Row>
}

export function TableHead<Row>({ columns, looks, model }: TableHeadProps<Row>) {
  return (
    <thead>
      <tr>
        {columns.map(({ id, header }) => {
          const isSorted = model.sort?.id === id
          const direction = model.sort?.isDescending ? 'descending' : 'ascending'
          return (
            <th key={id} scope="col" {...looks[id]} aria-sort={isSorted ? direction : undefined}>
              {model.canSort(id) ? (
                <button type="button" className={styles.sort} onClick={() => model.toggleSort(id)}>
                  {header}
                  {isSorted && <Icon name={model.sort?.isDescending ? 'down' : 'up'} size={12} />}
                </button>
              ) : (
                header
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}
