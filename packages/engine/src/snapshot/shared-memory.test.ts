import { describe, expect, it } from 'vitest'
import { isSameMemory, share } from './shared-memory.ts'

declare function structuredClone<Value>(value: Value): Value

describe('share', () => {
  it('moves every column into shared memory once and keeps all other values', () => {
    const column = Float64Array.of(1, 2)
    const { value, bytes } = share({
      name: 'x',
      a: column,
      b: [column],
      map: new Map([['k', Int32Array.of(3)]]),
    })
    expect(value).toMatchObject({ name: 'x' })
    expect(value.a.buffer).toBeInstanceOf(SharedArrayBuffer)
    expect(value.b[0]).toBe(value.a)
    expect([...(value.map.get('k') ?? [])]).toEqual([3])
    expect(bytes).toBe(20)
    expect(share(value).bytes).toBe(0)
  })
})

describe('isSameMemory', () => {
  const shareOne = (...values: number[]) => share(Float64Array.from(values)).value

  it('recognises a column that another thread has received', () => {
    const column = shareOne(1, 2)
    expect(isSameMemory(column, structuredClone(column))).toBe(true)
    expect(isSameMemory(column, structuredClone(column.subarray(0, 1)))).toBe(true)
    expect(isSameMemory(column, structuredClone(column.subarray(1)))).toBe(false)
  })

  it('tells apart columns with the same values, and memory without a name', () => {
    expect(isSameMemory(shareOne(1, 2), shareOne(1, 2))).toBe(false)
    expect(isSameMemory(Float64Array.of(1), Float64Array.of(1))).toBe(false)
    const [first, second] = [0, 0].map(() => new Float64Array(new SharedArrayBuffer(8)))
    expect(first && second && isSameMemory(first, second)).toBe(false)
  })
})
