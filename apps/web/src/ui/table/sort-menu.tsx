import type { Sort } from '../../lib/api/order-by.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Button } from '../display/button.tsx'
import { Menu, MenuChoice, MenuSeparator } from '../overlay/menu.tsx'
import type { Column } from './table-props.ts'

interface SortMenuProps<Row> {
  /** The sortable columns. */
  columns: readonly Column<Row>[]
  sort: Sort | null
  onSort: (sort: Sort | null) => void
  /** Without a border, beside text about the order. */
  isQuiet?: boolean
}

/** Sorts a list that has no column headers. */
export function SortMenu<Row>({ columns, sort, onSort, isQuiet = false }: SortMenuProps<Row>) {
  const text = useText()
  const unsorted = ''
  return (
    <Menu
      trigger={
        <Button icon="swap" variant={isQuiet ? 'quiet' : 'secondary'}>
          {text('table_sort')}
        </Button>
      }
    >
      <MenuChoice
        label={text('table_sort')}
        choices={[
          { value: unsorted, label: text('table_unsorted') },
          ...columns.map(({ id, header }) => ({ value: id, label: header })),
        ]}
        value={sort?.id ?? unsorted}
        onChange={id =>
          onSort(
            id === unsorted
              ? null
              : { id, isDescending: columns.find(column => column.id === id)?.align === 'end' },
          )
        }
      />
      {sort !== null && (
        <>
          <MenuSeparator />
          <MenuChoice
            label={text('table_direction')}
            choices={[
              { value: 'down', label: text('table_descending') },
              { value: 'up', label: text('table_ascending') },
            ]}
            value={sort.isDescending ? 'down' : 'up'}
            onChange={direction => onSort({ id: sort.id, isDescending: direction === 'down' })}
          />
        </>
      )}
    </Menu>
  )
}
