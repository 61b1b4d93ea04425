import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ApiError } from '../../lib/api/api-error.ts'
import type { Sort } from '../../lib/api/order-by.ts'
import { watchPrint } from '../../lib/browser/printing.ts'
import { Table } from './table.tsx'
import type { Column, TableProps } from './table-props.ts'

interface Fruit {
  id: string
  name: string
  price: number | null
}

const fruits: Fruit[] = [
  { id: 'p', name: 'Pear', price: 3 },
  { id: 'a', name: 'apple', price: 12 },
  { id: 'q', name: 'Quince', price: null },
  { id: 'm', name: 'Mango', price: -4 },
]

const columns: Column<Fruit>[] = [
  { id: 'name', header: 'Name', cell: fruit => fruit.name, sortValue: fruit => fruit.name, total: 'Total' },
  {
    id: 'price',
    header: 'Price',
    align: 'end',
    cell: fruit => (fruit.price === null ? '–' : <button type="button">{fruit.price}</button>),
    sortValue: fruit => fruit.price,
    total: '11',
  },
]

function Fruits(props: Partial<TableProps<Fruit>>) {
  return (
    <Table
      label="Fruits"
      columns={columns}
      rows={fruits}
      rowKey={fruit => fruit.id}
      phoneRow={fruit => ({ title: fruit.name, value: fruit.price })}
      {...props}
    />
  )
}

const names = () =>
  within(tableBody())
    .getAllByRole('row')
    .map(row => row.firstElementChild?.textContent)
const tableBody = () => screen.getAllByRole('rowgroup')[1] as HTMLElement
const readSort = (name: string) => screen.getByRole('columnheader', { name }).getAttribute('aria-sort')

describe('sorting a table', () => {
  it('starts with the largest value, reverses with the second press and clears with the third', async () => {
    const user = userEvent.setup()
    render(<Fruits />)
    const header = screen.getByRole('button', { name: 'Price' })
    await user.click(header)
    expect(names()).toEqual(['apple', 'Pear', 'Mango', 'Quince'])
    expect(readSort('Price')).toBe('descending')
    await user.click(header)
    expect(names()).toEqual(['Mango', 'Pear', 'apple', 'Quince'])
    expect(readSort('Price')).toBe('ascending')
    await user.click(header)
    expect(names()).toEqual(['Pear', 'apple', 'Quince', 'Mango'])
    expect(readSort('Price')).toBeNull()
  })

  it('orders names from A to Z and ignores case', async () => {
    render(<Fruits />)
    await userEvent.click(screen.getByRole('button', { name: 'Name' }))
    expect(names()).toEqual(['apple', 'Mango', 'Pear', 'Quince'])
  })

  it('is left to the caller when it handles sorting', async () => {
    const user = userEvent.setup()
    const asked = vi.fn()
    function SortedByCaller() {
      const [sort, setSort] = useState<Sort | null>(null)
      const sortable = columns.map(column => ({ ...column, isSortable: column.id === 'price' }))
      const onSort = (next: Sort | null) => {
        asked(next)
        setSort(next)
      }
      return <Fruits columns={sortable} sort={sort} onSort={onSort} />
    }
    render(<SortedByCaller />)
    expect(screen.queryByRole('button', { name: 'Name' })).toBeNull()
    for (let press = 0; press < 3; press++) await user.click(screen.getByRole('button', { name: 'Price' }))
    expect(asked.mock.calls).toEqual([
      [{ id: 'price', isDescending: true }],
      [{ id: 'price', isDescending: false }],
      [null],
    ])
    expect(names()).toEqual(['Pear', 'apple', 'Quince', 'Mango'])
  })
})

describe('a table by keyboard', () => {
  it('is one tab stop: arrows move, Enter opens and Space selects', async () => {
    const user = userEvent.setup()
    const onOpen = vi.fn()
    const onSelect = vi.fn()
    render(<Fruits onOpen={onOpen} onSelect={onSelect} selected={new Set(['p'])} />)
    const rows = within(tableBody()).getAllByRole('row')
    rows[0]?.focus()
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(document.activeElement).toBe(rows[2])
    expect(rows.map(row => row.tabIndex)).toEqual([-1, -1, 0, -1])
    await user.keyboard('{Enter}')
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(fruits[2])
    await user.keyboard(' ')
    expect(onSelect).toHaveBeenCalledExactlyOnceWith(new Set(['p', 'q']))
    await user.keyboard('{Home}{ArrowUp}')
    expect(document.activeElement).toBe(rows[0])
    await user.keyboard('{End}{ArrowDown}')
    expect(document.activeElement).toBe(rows[3])
  })

  it('reaches the controls of a row by right and left, which then receive Enter', async () => {
    const user = userEvent.setup()
    const onOpen = vi.fn()
    render(<Fruits onOpen={onOpen} />)
    const [row] = within(tableBody()).getAllByRole('row')
    row?.focus()
    await user.keyboard('{ArrowRight}')
    expect(document.activeElement?.textContent).toBe('3')
    await user.keyboard('{Enter}')
    expect(onOpen).not.toHaveBeenCalled()
    await user.keyboard('{ArrowLeft}')
    expect(document.activeElement).toBe(row)
  })

  it('opens a row by click, but not by a click on a control in it', async () => {
    const user = userEvent.setup()
    const onOpen = vi.fn()
    render(<Fruits onOpen={onOpen} />)
    await user.click(screen.getByRole('button', { name: '12' }))
    expect(onOpen).not.toHaveBeenCalled()
    await user.click(screen.getByText('apple'))
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(fruits[1])
  })
})

describe('the content of a table', () => {
  it('shows an empty state', () => {
    render(<Fruits rows={[]} empty={<p>No fruit yet</p>} />)
    expect(screen.getByText('No fruit yet')).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('keeps its header while rows are loading', () => {
    render(<Fruits rows={undefined} />)
    expect(screen.getByRole('table', { name: 'Fruits' }).getAttribute('aria-busy')).toBe('true')
    expect(screen.getByRole('columnheader', { name: 'Price' })).toBeTruthy()
  })

  it('shows an error in place with a retry button', async () => {
    const onRetry = vi.fn()
    const error = new ApiError(500, [{ code: 'internal', message: 'Ooops, something went wrong.' }])
    render(<Fruits rows={undefined} error={error} onRetry={onRetry} />)
    expect(screen.getByText('Ooops, something went wrong.')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(onRetry).toHaveBeenCalled()
  })

  it('pages by limit and offset, and stops at both ends', async () => {
    const user = userEvent.setup()
    const onOffset = vi.fn()
    const { rerender } = render(<Fruits paging={{ limit: 50, offset: 100, count: 1234, onOffset }} />)
    expect(screen.getByText('101–150 of 1,234')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    await user.click(screen.getByRole('button', { name: 'Previous page' }))
    expect(onOffset.mock.calls).toEqual([[150], [50]])
    rerender(<Fruits paging={{ limit: 50, offset: 0, count: 4, onOffset }} />)
    expect(screen.getByText('1–4 of 4')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Next page' })).toBeNull()
  })

  it('collapses a group under its subtotals', async () => {
    const groups = [
      { key: 'cheap', label: 'Cheap', cells: { price: '-1' } },
      { key: 'dear', label: 'Dear', cells: { price: '12' } },
    ]
    render(<Fruits groups={groups} rowGroup={fruit => ((fruit.price ?? 0) > 5 ? 'dear' : 'cheap')} />)
    expect(names()).toEqual(['Cheap', 'Pear', 'Quince', 'Mango', 'Dear', 'apple'])
    await userEvent.click(screen.getByRole('button', { name: 'Cheap' }))
    expect(names()).toEqual(['Cheap', 'Dear', 'apple'])
    expect(screen.getByRole('button', { name: 'Cheap' }).getAttribute('aria-expanded')).toBe('false')
  })

  it('renders every row of a long list in print', () => {
    onTestFinished(watchPrint())
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400)
    const rows = Array.from({ length: 300 }, (_, index) => ({ id: `${index}`, name: `${index}`, price: 1 }))
    render(<Fruits rows={rows} />)
    expect(names().length).toBeLessThan(300)
    act(() => void window.dispatchEvent(new Event('beforeprint')))
    expect(names()).toHaveLength(300)
    act(() => void window.dispatchEvent(new Event('afterprint')))
    expect(names().length).toBeLessThan(300)
  })

  it('renders only the visible rows of a long list, and still reports the total', () => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400)
    const many = Array.from({ length: 5000 }, (_, index) => ({
      id: `f${index}`,
      name: `Fruit ${index}`,
      price: 1,
    }))
    render(<Fruits rows={many} onOpen={() => undefined} />)
    expect(within(tableBody()).getAllByRole('row').length).toBeLessThan(60)
    expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('5001')
  })

  it('becomes rows of two lines on phones', async () => {
    setWidth(390)
    const onOpen = vi.fn()
    render(<Fruits onOpen={onOpen} />)
    expect(screen.queryByRole('grid')).toBeNull()
    const items = within(screen.getByRole('list', { name: 'Fruits' })).getAllByRole('listitem')
    expect(items).toHaveLength(4)
    await userEvent.click(screen.getByRole('button', { name: /Pear/ }))
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(fruits[0])
    setWidth(1024)
  })

  it('selects rows on phones by a box, apart from opening them', async () => {
    setWidth(390)
    const onOpen = vi.fn()
    const onSelect = vi.fn()
    const row = (fruit: Fruit) => ({ title: fruit.name, selectLabel: `Select ${fruit.name}` })
    render(<Fruits phoneRow={row} onOpen={onOpen} onSelect={onSelect} selected={new Set(['p'])} />)
    const box = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` })
    expect((box('Pear') as HTMLInputElement).checked).toBe(true)
    await userEvent.click(box('Quince'))
    expect(onSelect).toHaveBeenCalledExactlyOnceWith(new Set(['p', 'q']))
    expect(onOpen).not.toHaveBeenCalled()
    setWidth(1024)
  })

  it('shows its order on phones and sorts by a menu', async () => {
    setWidth(390)
    const user = userEvent.setup()
    render(<Fruits columns={columns.map(column => ({ ...column, isSortable: true }))} />)
    expect(screen.getByText('Default order')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Sort' }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'Price' }))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    expect(screen.queryByText('Default order')).toBeNull()
    expect(screen.getByText('Price')).toBeTruthy()
    setWidth(1024)
  })

  it('shows the phone subtotal of a group on phones, whichever columns are visible', () => {
    setWidth(390)
    const groups = [{ key: 'all', label: 'All', cells: { name: '0.50', price: '11' }, phoneCell: 'price' }]
    render(<Fruits groups={groups} rowGroup={() => 'all'} />)
    expect(screen.getByRole('button', { name: /^All/ }).textContent).toBe('All11')
    setWidth(1024)
  })
})

/** Narrows the window of the test environment to a phone. */
function setWidth(width: number): void {
  const { happyDOM } = window as unknown as { happyDOM: { setViewport(viewport: { width: number }): void } }
  happyDOM.setViewport({ width })
}
