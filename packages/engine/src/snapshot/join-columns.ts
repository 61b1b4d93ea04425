import type { Day } from '../calendar/day.ts'
import type { PortfolioSnapshot } from './snapshot.ts'

/** Memory for columns: of one's own, or shared with other threads. */
export type Allocate = (bytes: number) => ArrayBufferLike

type Read<Column> = (snapshot: PortfolioSnapshot) => Column

/** Makes columns of a joined snapshot out of those of its snapshots, one behind the other. */
export interface ColumnJoiner {
  ints(read: Read<Int32Array>): Int32Array
  floats(read: Read<Float64Array>): Float64Array
  /** Numbers of things that are numbered on from snapshot to snapshot: those of each snapshot begin at its offset. */
  counted(read: Read<Int32Array>, offsets: readonly number[]): Int32Array
  /** Numbers of things that stand elsewhere in the joined snapshot; -1 stays what it is. */
  mapped(read: Read<Int32Array>, places: readonly Int32Array[]): Int32Array
  /** Columns that tell where each begins, with one more at the end that tells where the last one ends. */
  bounds(read: Read<Int32Array>, offsets: readonly number[]): Int32Array
}

export function columnJoiner(snapshots: readonly PortfolioSnapshot[], allocate: Allocate): ColumnJoiner {
  const ints = (length: number) => new Int32Array(allocate(length * Int32Array.BYTES_PER_ELEMENT))
  const each = (read: Read<Int32Array>, write: (own: Int32Array, to: Int32Array, part: number) => void) => {
    const own = snapshots.map(read)
    const joined = ints(sumOf(own.map(({ length }) => length)))
    let at = 0
    own.forEach((column, part) => {
      write(column, joined.subarray(at, at + column.length), part)
      at += column.length
    })
    return joined
  }
  return {
    ints: read => each(read, (own, to) => to.set(own)),
    floats(read) {
      const own = snapshots.map(read)
      const length = sumOf(own.map(column => column.length))
      const joined = new Float64Array(allocate(length * Float64Array.BYTES_PER_ELEMENT))
      let at = 0
      for (const column of own) {
        joined.set(column, at)
        at += column.length
      }
      return joined
    },
    counted: (read, offsets) =>
      each(read, (own, to, part) => {
        const offset = offsets[part] as number
        for (let place = 0; place < own.length; place += 1) {
          const number = own[place] as number
          to[place] = number < 0 ? number : number + offset
        }
      }),
    mapped: (read, places) =>
      each(read, (own, to, part) => {
        const placeOf = places[part] as Int32Array
        for (let place = 0; place < own.length; place += 1) {
          const number = own[place] as number
          to[place] = number < 0 ? number : (placeOf[number] as number)
        }
      }),
    bounds(read, offsets) {
      const own = snapshots.map(read)
      const joined = ints(1 + sumOf(own.map(({ length }) => length - 1)))
      let at = 0
      own.forEach((column, part) => {
        for (let place = 0; place < column.length; place += 1)
          joined[at + place] = (column[place] as number) + (offsets[part] as number)
        at += column.length - 1
      })
      return joined
    },
  }
}

/** Where the things of each snapshot begin when they are numbered on from snapshot to snapshot. */
export function offsetsOf(
  snapshots: readonly PortfolioSnapshot[],
  count: (snapshot: PortfolioSnapshot) => number,
): number[] {
  let sum = 0
  return snapshots.map(snapshot => {
    const offset = sum
    sum += count(snapshot)
    return offset
  })
}

/**
 * Places in the order of days, for things that several snapshots have: of one day those of the first snapshot come first, and
 * those of one snapshot in the order they had. @returns per snapshot the places of its things.
 */
export function placesByDay(snapshots: readonly (readonly Day[] | Int32Array)[]): Int32Array[] {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const days of snapshots)
    for (const day of days) {
      if (day < first) first = day
      if (day > last) last = day
    }
  const next = new Int32Array(Math.max(0, last - first + 2))
  for (const days of snapshots)
    for (const day of days) next[day - first + 1] = (next[day - first + 1] ?? 0) + 1
  for (let day = 1; day < next.length; day += 1) next[day] = (next[day] ?? 0) + (next[day - 1] ?? 0)
  return snapshots.map(days => {
    const places = new Int32Array(days.length)
    for (let index = 0; index < days.length; index += 1) {
      const at = (days[index] as number) - first
      const place = next[at] as number
      places[index] = place
      next[at] = place + 1
    }
    return places
  })
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}
