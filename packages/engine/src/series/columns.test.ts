import { describe, expect, it } from 'vitest'
import { reusedColumns } from './columns.ts'

describe('reused columns', () => {
  it('are zeroed before reuse', () => {
    const columns = reusedColumns()
    columns.column(5).fill(7)
    columns.release()
    expect([...columns.column(5)]).toEqual([0, 0, 0, 0, 0])
  })

  it('share memory after release and are disjoint before', () => {
    const columns = reusedColumns()
    const first = columns.column(4)
    const second = columns.column(4)
    first.fill(1)
    second.fill(2)
    expect([...first]).toEqual([1, 1, 1, 1])
    columns.release()
    const again = columns.column(4)
    expect(again.buffer).toBe(first.buffer)
    expect(again.byteOffset).toBe(first.byteOffset)
  })

  it('fall back to new memory when longer than a slab or when all slabs are full', () => {
    const columns = reusedColumns(1)
    const fits = columns.column(100_000)
    expect(columns.column(1_000_000).length).toBe(1_000_000)
    const beyond = columns.column(100_000).fill(3)
    columns.release()
    expect(columns.column(100_000).buffer).toBe(fits.buffer)
    expect(beyond[0]).toBe(3)
  })
})
