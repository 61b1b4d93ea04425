import { expect, it } from 'vitest'
import { writeInBatches } from './in-batches.ts'

const numbers = Array.from({ length: 1100 }, (_, place) => place)

it('writes all rows in order, one batch after the other', async () => {
  const written: number[] = []
  const ends: number[] = []
  let isWriting = false
  await writeInBatches(
    numbers,
    400,
    number => number * 2,
    async (rows, end) => {
      expect(isWriting).toBe(false)
      isWriting = true
      await new Promise(done => setTimeout(done, 5))
      written.push(...rows)
      ends.push(end)
      isWriting = false
    },
  )
  expect(written).toEqual(numbers.map(number => number * 2))
  expect(ends).toEqual([400, 800, 1100])
})

it('builds the next batch while one is written', async () => {
  const events: string[] = []
  await writeInBatches(
    numbers,
    500,
    number => {
      if (number % 500 === 0) events.push(`build ${number}`)
      return number
    },
    async (_, end) => {
      await new Promise(done => setTimeout(done, 20))
      events.push(`written ${end}`)
    },
  )
  expect(events.slice(0, 3)).toEqual(['build 0', 'build 500', 'written 500'])
})

it('writes nothing after a batch that failed, and throws its error', async () => {
  let batches = 0
  const writing = writeInBatches(
    numbers,
    400,
    number => number,
    async () => {
      batches += 1
      throw new Error('full')
    },
  )
  await expect(writing).rejects.toThrow('full')
  expect(batches).toBe(1)
})

it('finishes the running write when a row cannot be built', async () => {
  let isWriting = false
  const writing = writeInBatches(
    numbers,
    400,
    number => {
      if (number === 500) throw new Error('no such row')
      return number
    },
    async () => {
      isWriting = true
      await new Promise(done => setTimeout(done, 20))
      isWriting = false
    },
  )
  await expect(writing).rejects.toThrow('no such row')
  expect(isWriting).toBe(false)
})
