import { createHash } from 'node:crypto'
import { parseDay } from '@plumbline/engine'
import { beforeAll, describe, expect, it } from 'vitest'
import { lastBusinessDay } from './calendar.ts'
import { worldVersion } from './version.ts'
import { generateWorld, type QuoteColumn, type World } from './world.ts'

let friday: World
let monday: World

beforeAll(() => {
  // Between these two days options and futures expire and new ones are listed.
  friday = generateWorld(parseDay('2026-09-18'))
  monday = generateWorld(parseDay('2026-09-21'))
})

/** Everything append-only except quotes, one line each. */
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

/** Entries of a world that a later one lacks. */
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
  it('is identical, byte for byte, when generated again', () => {
    const again = generateWorld(friday.asOf)
    expect(fingerprint(again)).toBe(fingerprint(friday))
    expect(JSON.stringify(again.tools)).toBe(JSON.stringify(friday.tools))
  })

  it('only adds entries from one day to the next', () => {
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
    // A change of the past needs a new `worldVersion` and a new fingerprint here.
    const known: Record<number, string> = {
      4: '81984a80ff5b4fb28909d0fe57222e80195e2721e23d2098fa6f003a94da25b0',
    }
    expect(fingerprint(friday)).toBe(known[worldVersion])
  })

  it('ends with the last business day before any present day', () => {
    const last = (today: string) => lastBusinessDay(parseDay(today))
    expect(last('2026-11-13')).toBe(parseDay('2026-11-12'))
    expect(last('2026-11-15')).toBe(parseDay('2026-11-13'))
    expect(last('2026-11-16')).toBe(parseDay('2026-11-13'))
    expect(last('2026-12-26')).toBe(parseDay('2026-12-24'))
    expect(last('2027-01-02')).toBe(parseDay('2026-12-31'))
    expect(last('1970-01-01')).toBe(parseDay('2026-01-05'))
  })

  it('continues after its scripted events have ended', () => {
    const far = generateWorld(parseDay('2029-03-15'))
    expect(far.transactions.at(-1)?.day).toBeGreaterThan(far.asOf - 10)
    expect(lost(monday, far)).toEqual([])
  })
})
