import { describe, expect, it } from 'vitest'
import { share } from './shared-memory.ts'

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
