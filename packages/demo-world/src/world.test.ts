import { createHash } from 'node:crypto'
import { dayOf } from '@plumbline/engine'
import { beforeAll, describe, expect, it } from 'vitest'
import { lastBusinessDay } from './calendar.ts'
import { worldVersion } from './version.ts'
import { generateWorld, type QuoteColumn, type World } from './world.ts'

let friday: World
let monday: World

beforeAll(() => {
  // Between these two days options and futures expire and new ones are listed.
  friday = generateWorld(dayOf('2026-09-18'))
  monday = generateWorld(dayOf('2026-09-21'))
})

/** Everything but quotes that only grows, one line each. */
function linesOf(world: World): string[] {
  const { asOf, tools, prices, rates, ...growing } = world
  return Object.entries(growing).flatMap(([kind, rows]) => rows.map(row => `${kind} ${JSON.stringify(row)}`))
}

function fingerprint(world: World): string {
  const hash = createHash('sha256')
  for (const line of linesOf(world)) hash.update(line).update('\n')
  for (const { of, digits, days, values } of [...world.prices, ...world.rates]) {
    hash.update(`${of} ${digits} ${days.join()}`)
    // Numbers and not bytes, since the order of bytes depends on the machine.
    hash.update(values.join())
  }
  return hash.digest('hex')
}

/** What a world has that a later one lacks. */
function lost(earlier: World, later: World): string[] {
  const known = new Set(linesOf(later))
  const quotes = new Map([...later.prices, ...later.rates].map(column => [column.of, column]))
  const isKept = ({ of, days, values, digits }: QuoteColumn): boolean => {
    const column = quotes.get(of)
    return (
      column?.digits === digits &&
      days.every((day, index) => column.days[index] === day && column.values[index] === values[index])
    )
  }
  return [
    ...linesOf(earlier).filter(line => !known.has(line)),
    ...[...earlier.prices, ...earlier.rates].filter(column => !isKept(column)).map(({ of }) => of),
  ]
}

describe('the demo world', () => {
  it('is the same, byte for byte, when it is made again', () => {
    const again = generateWorld(friday.asOf)
    expect(fingerprint(again)).toBe(fingerprint(friday))
    expect(JSON.stringify(again.tools)).toBe(JSON.stringify(friday.tools))
  })

  it('only grows from one day to the next', () => {
    expect(lost(friday, monday)).toEqual([])
    expect(monday.instruments.length).toBeGreaterThan(friday.instruments.length)
  })

  it('adds nothing to the days before', () => {
    const added = monday.transactions.filter(({ day }) => day > friday.asOf)
    expect(monday.transactions.length).toBe(friday.transactions.length + added.length)
    expect(added.length).toBeGreaterThan(0)
    const closes = (world: World) => world.prices.reduce((sum, { days }) => sum + days.length, 0)
    const quotedOnMonday = monday.prices.filter(({ days }) => days.at(-1) === monday.asOf)
    expect(closes(monday) - closes(friday)).toBe(quotedOnMonday.length)
  })

  it('does not change its past without a new version', () => {
    // Whoever changes the past counts up `worldVersion` and writes the new fingerprint here.
    const known: Record<number, string> = {
      1: '3947d312c846f5ce65871d5c9af6c768f2246451809d175f9a024c8b0d085ce9',
      2: '059f248ce1a7a7ecd2e5205c2265d618e827914f30f24d233e40f8856e7f487c',
    }
    expect(fingerprint(friday)).toBe(known[worldVersion])
  })

  it('ends with the last business day, whatever today is', () => {
    const last = (today: string) => lastBusinessDay(dayOf(today))
    expect(last('2026-11-13')).toBe(dayOf('2026-11-12'))
    expect(last('2026-11-15')).toBe(dayOf('2026-11-13'))
    expect(last('2026-11-16')).toBe(dayOf('2026-11-13'))
    expect(last('2026-12-26')).toBe(dayOf('2026-12-24'))
    expect(last('2027-01-02')).toBe(dayOf('2026-12-31'))
    expect(last('1970-01-01')).toBe(dayOf('2026-01-05'))
  })

  it('goes on in the same way long after its stories have ended', () => {
    const far = generateWorld(dayOf('2029-03-15'))
    expect(far.transactions.at(-1)?.day).toBeGreaterThan(far.asOf - 10)
    expect(lost(monday, far)).toEqual([])
  })
})
