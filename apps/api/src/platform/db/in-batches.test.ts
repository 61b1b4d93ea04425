import { expect, it } from 'vitest'
import { writeInPieces } from './in-batches.ts'

const numbers = Array.from({ length: 1100 }, (_, place) => place)

it('writes all rows in order, each piece after the one before', async () => {
  const written: number[] = []
  const ends: number[] = []
  let isWriting = false
  await writeInPieces(
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

it('makes the next piece while one is written', async () => {
  const events: string[] = []
  await writeInPieces(
    numbers,
    500,
    number => {
      if (number % 500 === 0) events.push(`make ${number}`)
      return number
    },
    async (_, end) => {
      await new Promise(done => setTimeout(done, 20))
      events.push(`written ${end}`)
    },
  )
  expect(events.slice(0, 3)).toEqual(['make 0', 'make 500', 'written 500'])
})

it('writes nothing after a piece that failed, and says why', async () => {
  let pieces = 0
  const writing = writeInPieces(
    numbers,
    400,
    number => number,
    async () => {
      pieces += 1
      throw new Error('full')
    },
  )
  await expect(writing).rejects.toThrow('full')
  expect(pieces).toBe(1)
})

it('has nothing under way when a row cannot be made', async () => {
  let isWriting = false
  const writing = writeInPieces(
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
