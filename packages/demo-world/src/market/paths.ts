import { type Day, parseDay } from '@plumbline/engine'
import { draw, seedFromName } from '../chance.ts'
import { roundTo } from '../decimals.ts'
import type { InstrumentFact, PricePath, SharePath } from '../instruments/instrument.ts'
import { type Axis, axisIndex } from './axis.ts'
import { stepAt } from './curve.ts'
import type { Factors } from './factors.ts'
import type { Fx } from './fx.ts'

/** Inputs of the price paths. */
export interface Ground {
  readonly axis: Axis
  readonly factors: Factors
  readonly fx: Fx
  readonly yields: ReadonlyMap<string, Float64Array>
  /** Closes of an instrument whose path is already there. */
  readonly findCloses: (key: string) => Float64Array
}

const daysPerYear = 365
const tradingDaysPerYear = 260

/** The logarithm of each day's move of a share: its market, its sector, its own drift and its own news. */
function shareSteps(ground: Ground, fact: InstrumentFact, path: SharePath): Float64Array {
  const { axis, factors } = ground
  const seed = seedFromName(`share/${fact.key}`)
  const region = path.region === 'world' ? null : factors.region[path.region]
  const sector = fact.type === 'equity' ? factors.sector.get(fact.sector ?? '') : undefined
  return Float64Array.from(axis.days, (day, place) => {
    const market = stepAt(factors.world, place) + (region ? stepAt(region, place) : 0)
    const ofSector = sector ? stepAt(sector, place) : 0
    return path.beta * market + ofSector + path.drift / tradingDaysPerYear + path.volatility * draw(seed, day)
  })
}

/** A Brownian bridge between milestones: the share moves by its model, and what misses the next milestone is spread evenly. */
function followMilestones(
  steps: Float64Array,
  axis: Axis,
  start: number,
  from: number,
  path: SharePath,
): void {
  let previous = { place: from, value: Math.log(start) }
  for (const [date, price, volatility] of path.milestones) {
    const place = axisIndex(axis, parseDay(date))
    const value = Math.log(price)
    if (place <= previous.place) continue
    const scale = volatility === undefined ? 1 : volatility / path.volatility
    let sum = 0
    for (let index = previous.place + 1; index <= place; index += 1) {
      steps[index] = (steps[index] ?? 0) * Math.min(scale, 2.5)
      sum += steps[index] ?? 0
    }
    const missing = (value - previous.value - sum) / (place - previous.place)
    for (let index = previous.place + 1; index <= place; index += 1)
      steps[index] = (steps[index] ?? 0) + missing
    previous = { place, value }
  }
}

/** The first price of a company that was spun off: what the parent lost, over the ratio of shares. */
function startOfSpinOff(ground: Ground, listed: Day): number {
  const parent = ground.findCloses('IRNQ')
  const before = parent[axisIndex(ground.axis, listed - 1)] ?? 0
  return before * spinOffShare * sharesPerChild
}

/** One share of the child for three of the parent; the child was 18 % of it. */
export const sharesPerChild = 3
const spinOffShare = 0.18

function sharePath(ground: Ground, fact: InstrumentFact, path: SharePath): Float64Array {
  const { axis } = ground
  const first = axisIndex(axis, fact.listed)
  const start = path.start ?? startOfSpinOff(ground, fact.listed)
  const steps = shareSteps(ground, fact, path)
  if (path.spinOff) {
    const place = axisIndex(axis, parseDay(path.spinOff.date))
    steps[place] = (steps[place] ?? 0) + Math.log(1 - path.spinOff.share)
  }
  followMilestones(steps, axis, start, first, path)
  let value = Math.log(start)
  return Float64Array.from(axis.days, (_, place) => {
    if (place > first) value += steps[place] ?? 0
    return Math.exp(value)
  })
}

function assetPath(ground: Ground, fact: InstrumentFact, path: PricePath & { kind: 'asset' }): Float64Array {
  const { axis, factors, fx } = ground
  const logs = factors.asset[path.factor]
  const seed = seedFromName(`asset/${fact.key}`)
  const origin = logs[0] ?? 0
  let own = 0
  return Float64Array.from(axis.days, (day, place) => {
    if (path.start === null)
      return Math.exp(logs[place] ?? 0) * path.units * fx.rate('USD', fact.currency, day)
    own += 0.012 * draw(seed, day) * (path.factor === 'bitcoin' ? 1 : 0.05)
    return path.start * Math.exp(((logs[place] ?? 0) - origin) * path.leverage + own - 0.0001 * place)
  })
}

/** A fund of bonds earns the yield and loses with every rise of it. */
function bondFundPath(ground: Ground, path: PricePath & { kind: 'bondFund' }): Float64Array {
  const yields = ground.yields.get(path.yieldOf) ?? new Float64Array(0)
  let value = path.start
  return Float64Array.from(ground.axis.days, (_, place) => {
    const earned = ((yields[place] ?? 0) - path.feePerYear) / tradingDaysPerYear
    if (place > 0) value *= 1 + earned - path.duration * stepAt(yields, place)
    return value
  })
}

/** The clean price in percent: coupons and nominal, discounted at the yield; 100 at maturity. */
function bondPath(ground: Ground, path: PricePath & { kind: 'bond' }): Float64Array {
  const yields = ground.yields.get(path.yieldOf) ?? new Float64Array(0)
  return Float64Array.from(ground.axis.days, (day, place) => {
    const years = Math.max(0, (path.maturity - day) / daysPerYear)
    // A short bond yields less than one of ten years, and nothing is left of its spread at the end.
    const term = Math.min(1, 0.55 + years * 0.045)
    const rate = (yields[place] ?? 0) * term + path.spread * Math.min(1, years / 2)
    const discount = Math.exp(-rate * years)
    const coupons = Math.abs(rate) < 1e-6 ? path.coupon * years : (path.coupon / rate) * (1 - discount)
    return 100 * (coupons + discount)
  })
}

/** A note loses with its underlying and comes back to 100 at maturity, as long as the barrier holds. */
function notePath(ground: Ground, fact: InstrumentFact, path: PricePath & { kind: 'note' }): Float64Array {
  const { axis } = ground
  const closes = ground.findCloses(path.underlying)
  const start = closes[axisIndex(axis, path.issue)] ?? 1
  const seed = seedFromName(`note/${fact.key}`)
  return Float64Array.from(axis.days, (day, place) => {
    const left = Math.max(0, (path.maturity - day) / (path.maturity - path.issue))
    const lost = Math.min(0, Math.log((closes[place] ?? start) / start))
    return 100 + Math.sqrt(left) * (38 * lost + 1.2 * left + 0.25 * draw(seed, day))
  })
}

/**
 * The premium: intrinsic value and time value in one hyperbola, (m + sqrt(m^2 + c^2)) / 2 with m the money it is
 * in and c = 0.8 x volatility x price x sqrt(years). At the money that is the usual 0.4 x volatility x price x
 * sqrt(years), and at expiry nothing but the intrinsic value is left.
 */
function optionPath(ground: Ground, path: PricePath & { kind: 'option' }): Float64Array {
  const closes = ground.findCloses(path.underlying)
  return Float64Array.from(ground.axis.days, (day, place) => {
    const price = closes[place] ?? 0
    const inTheMoney = path.right === 'call' ? price - path.strike : path.strike - price
    const years = Math.max(0, (path.expiry - day) / daysPerYear)
    const width = 0.8 * path.volatility * price * Math.sqrt(years)
    return (inTheMoney + Math.sqrt(inTheMoney * inTheMoney + width * width)) / 2
  })
}

function futurePath(ground: Ground, path: PricePath & { kind: 'future' }): Float64Array {
  const closes = ground.findCloses(path.underlying)
  return Float64Array.from(ground.axis.days, (day, place) => {
    const years = Math.max(0, (path.expiry - day) / daysPerYear)
    return (closes[place] ?? 0) * (1 + path.carry * years)
  })
}

/** The spot rate and what money costs in the two currencies until maturity. */
function forwardPath(ground: Ground, path: PricePath & { kind: 'forward' }): Float64Array {
  const { axis, fx, yields } = ground
  const [base, quote] = [yields.get(path.base), yields.get(path.quote)]
  return Float64Array.from(axis.days, (day, place) => {
    const years = Math.max(0, (path.maturity - day) / daysPerYear)
    const carry = ((quote?.[place] ?? 0) - (base?.[place] ?? 0)) * years
    return fx.rate(path.base, path.quote, day) * (1 + carry)
  })
}

function rawPath(ground: Ground, fact: InstrumentFact): Float64Array {
  const { path } = fact
  switch (path.kind) {
    case 'share':
      return sharePath(ground, fact, path)
    case 'asset':
      return assetPath(ground, fact, path)
    case 'bondFund':
      return bondFundPath(ground, path)
    case 'bond':
      return bondPath(ground, path)
    case 'note':
      return notePath(ground, fact, path)
    case 'option':
      return optionPath(ground, path)
    case 'future':
      return futurePath(ground, path)
    case 'forward':
      return forwardPath(ground, path)
    case 'none':
      return new Float64Array(ground.axis.days.length).fill(Number.NaN)
  }
}

/**
 * The closes of an instrument along the axis as they were quoted: rounded to its digits, not adjusted for later
 * splits, and NaN before it was listed and after its last quote.
 */
export function closesAlong(ground: Ground, fact: InstrumentFact): Float64Array {
  const smallest = 10 ** -fact.priceDecimals
  const { axis } = ground
  return rawPath(ground, fact).map((value, place) => {
    const day = axis.days[place] ?? 0
    if (day < fact.listed || (fact.lastQuote !== null && day > fact.lastQuote)) return Number.NaN
    let price = value
    for (const split of fact.splits)
      if (day < parseDay(split.date)) price *= split.numerator / split.denominator
    const rounded = roundTo(price, fact.priceDecimals)
    // Only an option that expires is worth nothing.
    return fact.type === 'option' && day === fact.expiration ? rounded : Math.max(rounded, smallest)
  })
}
