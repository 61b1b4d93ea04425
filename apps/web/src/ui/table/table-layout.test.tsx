import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { ColumnChooser } from './column-chooser.tsx'
import { Table } from './table.tsx'
import { moveColumn, orderColumns, parseArrangement } from './table-layout.ts'
import type { Column } from './table-props.ts'
import { useTableLayout } from './use-table-layout.ts'

interface Fruit {
  id: string
  name: string
}

const columns: Column<Fruit>[] = ['name', 'colour', 'taste', 'price', 'gain'].map(id => ({
  id,
  header: id,
  cell: fruit => `${id} of ${fruit.name}`,
  sortValue: fruit => fruit.name,
  width: 100,
  ...(id === 'name' && { sticky: 'start' as const }),
  ...(id === 'gain' && { sticky: 'end' as const }),
}))
const defaultColumns = ['name', 'colour', 'price', 'gain']
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id)

describe('the column order', () => {
  it('is the default until a column is moved, and keeps sticky columns at their edge', () => {
    expect(ids(orderColumns(columns))).toEqual(['name', 'colour', 'taste', 'price', 'gain'])
    expect(moveColumn(columns, undefined, 'price', 1)).toEqual(['name', 'price', 'colour', 'taste', 'gain'])
    expect(moveColumn(columns, undefined, 'price', 0)).toEqual(['name', 'price', 'colour', 'taste', 'gain'])
    expect(moveColumn(columns, undefined, 'colour', 9)).toEqual(['name', 'taste', 'price', 'colour', 'gain'])
    expect(ids(orderColumns(columns, ['gain', 'price', 'name']))[0]).toBe('name')
    expect(ids(orderColumns(columns, ['gain', 'price', 'name'])).at(-1)).toBe('gain')
  })

  it('places new columns at their default position', () => {
    expect(ids(orderColumns(columns, ['name', 'price', 'colour', 'gain']))).toEqual([
      'name',
      'price',
      'colour',
      'taste',
      'gain',
    ])
  })

  it('ignores invalid stored values', () => {
    expect(parseArrangement('nonsense', columns)).toEqual({})
    expect(
      parseArrangement(
        { order: ['price', 'gone', 7], shown: 'all', widths: { price: 'x', taste: 80 } },
        columns,
      ),
    ).toEqual({ order: ['price'], widths: { taste: 80 } })
  })
})

function Fruits() {
  const layout = useTableLayout({ key: 'fruits', columns, defaultColumns })
  return (
    <>
      <ColumnChooser choice={layout.choice} />
      <Table
        label="Fruits"
        columns={layout.columns}
        rows={[{ id: 'p', name: 'Pear' }]}
        rowKey={fruit => fruit.id}
        phoneRow={fruit => ({ title: fruit.name })}
        onResize={layout.resize}
        density={layout.density}
      />
    </>
  )
}

const headers = () => screen.getAllByRole('columnheader').map(header => header.textContent)

describe('the column chooser', () => {
  it('shows, hides, orders and finds columns, and stores the choice', async () => {
    const user = userEvent.setup()
    const { unmount } = render(<Fruits />)
    expect(headers()).toEqual(defaultColumns)
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    const chooser = await screen.findByRole('dialog', { name: 'Columns' })
    expect(within(chooser).getByText('4 of 5')).toBeTruthy()
    expect(within(chooser).getByRole('checkbox', { name: /name/ }).hasAttribute('disabled')).toBe(true)
    await user.click(within(chooser).getByRole('checkbox', { name: 'taste' }))
    expect(headers()).toEqual(['name', 'colour', 'taste', 'price', 'gain'])
    await user.click(within(chooser).getByRole('checkbox', { name: 'colour' }))
    expect(headers()).toEqual(['name', 'taste', 'price', 'gain'])

    within(chooser).getByRole('checkbox', { name: 'price' }).focus()
    await user.keyboard('{Alt>}{ArrowUp}{ArrowUp}{/Alt}')
    expect(headers()).toEqual(['name', 'price', 'taste', 'gain'])
    expect(document.activeElement).toBe(within(chooser).getByRole('checkbox', { name: 'price' }))

    await user.type(within(chooser).getByLabelText('Find a column'), 'tas')
    expect(within(chooser).getAllByRole('checkbox')).toHaveLength(1)

    unmount()
    render(<Fruits />)
    expect(headers()).toEqual(['name', 'price', 'taste', 'gain'])
    await user.click(screen.getByRole('button', { name: 'Columns' }))
    await user.click(await screen.findByRole('button', { name: 'Reset' }))
    expect(headers()).toEqual(defaultColumns)
  })

  it('resizes a column by keys on its header, and stores the width', async () => {
    const user = userEvent.setup()
    const { unmount } = render(<Fruits />)
    screen.getByRole('button', { name: 'price' }).focus()
    await user.keyboard('{Alt>}{ArrowRight}{/Alt}')
    // The test environment has no layout, so the header measures 0 and the minimum width applies.
    const width = () => document.querySelectorAll('col')[2]?.style.width
    expect(width()).toBe('44px')
    unmount()
    render(<Fruits />)
    expect(width()).toBe('44px')
  })
})
