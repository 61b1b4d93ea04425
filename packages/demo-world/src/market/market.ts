import { type Day, parseDay } from '@plumbline/engine'
import { indices, metalsAndCoins } from '../instruments/alternatives.ts'
import { bonds, notes } from '../instruments/bonds.ts'
import { europeanCompanies } from '../instruments/companies-europe.ts'
import { overseasCompanies } from '../instruments/companies-overseas.ts'
import { swissCompanies } from '../instruments/companies-swiss.ts'
import { contractsUntil } from '../instruments/contracts.ts'
import { funds } from '../instruments/funds.ts'
import type { InstrumentFact } from '../instruments/instrument.ts'
import { manualAssets } from '../instruments/manual-assets.ts'
import { type Axis, axisIndex, axisUntil } from './axis.ts'
import { factorsOn } from './factors.ts'
import { type Fx, fxOn } from './fx.ts'
import { closesAlong, type Ground } from './paths.ts'
import { yieldsOn } from './yields.ts'

/** The market of the demo world: what there is, and what it cost on every day until the present. */
export interface DemoMarket {
  readonly asOf: Day
  readonly axis: Axis
  readonly fx: Fx
  /** Everything that was listed until the present. */
  readonly instruments: readonly InstrumentFact[]
  fact(key: string): InstrumentFact
  /** The closes along the axis, NaN where there is none. */
  findCloses(key: string): Float64Array
  /** The last close up to a day, NaN before the first. */
  close(key: string, day: Day): number
}

const listedInstruments: readonly InstrumentFact[] = [
  ...swissCompanies,
  ...europeanCompanies,
  ...overseasCompanies,
  ...funds,
  ...bonds,
  ...notes,
  ...metalsAndCoins,
  ...indices,
]

/** The splits that have happened until a day. */
export function splitsUntil(fact: InstrumentFact, day: Day): InstrumentFact['splits'] {
  return fact.splits.filter(split => parseDay(split.date) <= day)
}

/**
 * Builds the market as of a day. The value of an instrument on a day does not depend on `asOf`, which only
 * decides where the market ends: the market of a later day begins with the same closes.
 */
export function demoMarket(asOf: Day): DemoMarket {
  const axis = axisUntil(asOf)
  const closes = new Map<string, Float64Array>()
  const facts = new Map<string, InstrumentFact>()
  const findCloses = (key: string): Float64Array => {
    const known = closes.get(key)
    if (!known) throw new Error(`there are no closes of ${key}`)
    return known
  }
  const fx = fxOn(axis)
  const ground: Ground = { axis, factors: factorsOn(axis), fx, yields: yieldsOn(axis), findCloses }
  const list = (fact: InstrumentFact): void => {
    facts.set(fact.key, fact)
    closes.set(fact.key, closesAlong(ground, fact))
  }
  const close = (key: string, day: Day): number => {
    const column = findCloses(key)
    for (let place = axisIndex(axis, day); place >= 0; place -= 1) {
      const value = column[place] ?? Number.NaN
      if (!Number.isNaN(value)) return value
    }
    return Number.NaN
  }
  listedInstruments.forEach(list)
  for (const { fact } of manualAssets) list(fact)
  contractsUntil(asOf, facts, close).forEach(list)
  return {
    asOf,
    axis,
    fx,
    instruments: [...facts.values()].filter(fact => fact.listed <= asOf),
    fact(key) {
      const known = facts.get(key)
      if (!known) throw new Error(`there is no instrument ${key}`)
      return known
    },
    findCloses,
    close,
  }
}
