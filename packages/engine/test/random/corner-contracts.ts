import type { Quote } from '../../src/index.ts'
import { drawQuotesNear } from './corner-prices.ts'
import {
  addInstrument,
  cents,
  chance,
  drawDays,
  FIRST_DAY,
  type GeneratorContext,
  laterDay,
  pick,
  push,
  quoteNear,
} from './draws.ts'

/** A future that closes and trades below 0. */
export function addNegativePrices(context: GeneratorContext): void {
  const { draw, recipe } = context
  const low = draw(recipe.days)
  const shift = 20 + draw(60)
  const quotes = drawQuotesNear(context, 20 + draw(10)).map(([day, value]): Quote => {
    const distance = Math.abs(day - FIRST_DAY - low)
    return [day, cents(value - Math.max(0, shift - 8 * distance))]
  })
  const { id: instrument } = addInstrument(context, { id: 'oil', type: 'future', contractSize: 1000 }, quotes)
  const account = pick(draw, context.accounts).id
  for (const day of [low, ...drawDays(context, 1 + draw(4))].sort((a, b) => a - b)) {
    const price = cents(quoteNear(context, instrument, day, 15) + (draw(11) - 5) / 10)
    const quantity = (1 + draw(3)) * (chance(context, 55) ? 1 : -1)
    push(context, account, 'trade', day, { instrument, quantity, price, fees: draw(3) })
  }
  if (chance(context, 40))
    push(context, account, 'variation_margin', laterDay(context, low, 3), {
      instrument,
      amount: cents(draw(90_000) - 45_000) || 1,
    })
}

/** Contracts bought at several prices and sold in parts, which the lot method decides on. */
export function addContractLots(context: GeneratorContext): void {
  const { draw } = context
  const { id: instrument } = addInstrument(
    context,
    { id: 'contract', type: 'future', contractSize: 100 },
    drawQuotesNear(context, 40 + draw(60)),
  )
  const account = pick(draw, context.accounts).id
  const side = chance(context, 70) ? 1 : -1
  const days = drawDays(context, 4 + draw(4))
  let held = 0
  for (const [place, day] of days.entries()) {
    const isOpening = place < 2 || held < 2 || chance(context, 40)
    const units = isOpening ? 1 + draw(4) : 1 + draw(held - 1)
    held += isOpening ? units : -units
    const price = cents(quoteNear(context, instrument, day) + draw(9) - 4)
    const quantity = isOpening ? side * units : -side * units
    push(context, account, 'trade', day, { instrument, quantity, price, fees: draw(2) })
  }
}

/** Units x (exit - entry) of one round trip. */
interface Trip {
  readonly quantity: number
  readonly entry: number
  readonly exit: number
  readonly closed: number
}

/**
 * Posted variation margin that is late, partial, or arrives after the position was closed, turned or reopened. The gain
 * of each round trip is paid in one or two parts, or never in full.
 */
export function addLateMargin(context: GeneratorContext): void {
  const { draw } = context
  const size = 50
  const quotes = drawQuotesNear(context, 100 + draw(50))
  const { id: instrument } = addInstrument(
    context,
    { id: 'index', type: 'future', contractSize: size },
    quotes,
  )
  const account = pick(draw, context.accounts).id
  const trips: Trip[] = []
  const trade = (day: number, quantity: number): number => {
    const price = cents(quoteNear(context, instrument, day, 100) + draw(5) - 2)
    push(context, account, 'trade', day, { instrument, quantity, price, fees: draw(2) })
    return price
  }
  const days = drawDays(context, 2 + draw(3))
  let held = 0
  let entry = 0
  for (const day of days) {
    const sign = held === 0 ? (chance(context, 60) ? 1 : -1) : -Math.sign(held)
    const opened = 1 + draw(3)
    // A turn closes and opens with one trade; otherwise the position closes, and may reopen on the same day.
    const isTurn = held !== 0 && chance(context, 35)
    const price = trade(day, held === 0 || isTurn ? sign * (Math.abs(held) + opened) : -held)
    if (held !== 0) trips.push({ quantity: held, entry, exit: price, closed: day })
    if (held === 0 || isTurn) held = sign * opened
    else held = 0
    entry = price
    if (held === 0 && chance(context, 40)) {
      held = (1 + draw(2)) * (chance(context, 50) ? 1 : -1)
      entry = trade(day, held)
    }
  }
  const pay = (day: number, amount: number): void => {
    if (cents(amount) !== 0)
      push(context, account, 'variation_margin', day, { instrument, amount: cents(amount) })
  }
  for (const { quantity, entry: paid, exit, closed } of trips) {
    const gain = quantity * size * (exit - paid)
    const isPart = chance(context, 50)
    pay(chance(context, 25) ? closed : laterDay(context, closed, 4), isPart ? gain * 0.6 : gain)
    if (isPart && chance(context, 60)) pay(laterDay(context, closed, 6), gain - cents(gain * 0.6))
  }
  if (trips.length === 0 && chance(context, 60)) pay(laterDay(context, days[0] ?? 0, 4), draw(2000) - 1000)
}
