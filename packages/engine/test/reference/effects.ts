import type { Instrument } from '../../src/index.ts'
import type { GeneratedWorld } from '../random/random-ledger.ts'
import type { ReferencePair } from './capital.ts'
import { interestOn, par, poolFactor } from './interest.ts'
import { closeOn, type Num, num, ZERO } from './market.ts'
import type { ReferenceEvent } from './position.ts'

/** The effects that changed a position's value, in the target currency. */
export interface ReferenceEffects {
  readonly price: Num
  readonly trading: Num
  readonly accrued: Num
  readonly currency: Num
}

const total = (events: readonly ReferenceEvent[]): Num =>
  events.reduce((sum, event) => sum.add(event.posted), ZERO)

const isContract = ({ type }: Instrument): boolean => type === 'future' || type === 'fx_forward'

/** The close of one unit of quantity without accrued interest, in the instrument's currency. */
function cleanClose(world: GeneratedWorld, instrument: Instrument, day: number): Num {
  const close = closeOn(world, instrument, day) ?? ZERO
  const { coupons, quotesIncludeInterest, contractSize = 1 } = instrument
  const interest = coupons && !quotesIncludeInterest ? interestOn(coupons, day).mul(par(instrument)) : ZERO
  return close.sub(interest.mul(poolFactor(instrument, day))).mul(contractSize)
}

/** What a day's transactions posted, in both currencies. An amount without a rate in one of them has none. */
function postedOn(pair: ReferencePair, day: number) {
  const posted = pair.position.events.filter(event => event.step >= 0 && event.day === day)
  const own = pair.ownPosition.events.filter(event => event.step >= 0 && event.day === day)
  const steps = new Set([...posted, ...own].map(event => event.step))
  return [...steps].map(step => {
    const ours = own.filter(event => event.step === step)
    return {
      converted: total(posted.filter(event => event.step === step)),
      own: total(ours),
      isPaidOut: ours.some(event => event.isPaidOut),
    }
  })
}

/** The effects of one day: today's close and transactions against yesterday's close. */
function effectsOfDay(pair: ReferencePair, day: number): ReferenceEffects {
  const { reference, position, ownReference, ownPosition } = pair
  const { world } = reference
  const rate = reference.positionRate(position, day)
  const posted = postedOn(pair, day)
  const before = ownReference.valueOn(ownPosition, day - 1)
  const change = ownReference.valueOn(ownPosition, day).sub(before)
  let currency = before.mul(rate.sub(reference.positionRate(position, day - 1)))
  let left = reference
    .valueOn(position, day)
    .sub(reference.valueOn(position, day - 1))
    .sub(currency)
  for (const { own, converted } of posted) {
    left = left.sub(converted)
    if (own.isZero() || converted.isZero()) continue
    currency = currency.add(own.mul(rate)).sub(converted)
    left = left.sub(own.mul(rate)).add(converted)
  }
  const { instrument } = position
  if (!instrument) return { price: ZERO, trading: ZERO, accrued: ZERO, currency: currency.add(left) }
  const ratio = position.splits
    .filter(split => split.day === day)
    .reduce((product, split) => product.mul(split.ratio), num(1))
  const held = reference.quantityOn(position, day - 1)
  const traded = reference.quantityOn(position, day).sub(held.mul(ratio))
  const [clean, cleanBefore] = [cleanClose(world, instrument, day), cleanClose(world, instrument, day - 1)]
  const moved = held
    .mul(ratio)
    .mul(clean)
    .sub(held.isZero() ? ZERO : held.mul(cleanBefore))
  if (isContract(instrument)) {
    const isTraded = position.history.some(entry => entry.day === day)
    const price = isTraded ? moved.mul(rate) : left
    return { price, trading: left.sub(price), accrued: ZERO, currency }
  }
  const trades = posted.filter(entry => !entry.isPaidOut)
  const trading = traded.mul(clean).sub(trades.reduce((sum, entry) => sum.add(entry.own), ZERO))
  const paidOut = posted.filter(entry => entry.isPaidOut).reduce((sum, entry) => sum.sub(entry.own), ZERO)
  const quantity = reference.quantityOn(position, day)
  const cleanChange = quantity.mul(clean).sub(held.isZero() ? ZERO : held.mul(cleanBefore))
  return {
    price: moved.add(paidOut).mul(rate),
    trading: trading.mul(rate),
    accrued: change.sub(cleanChange).mul(rate),
    currency,
  }
}

/** The effects on a position's value over a period, added day by day from its first valued close on. */
export function referenceEffects(pair: ReferencePair, from: number, to: number): ReferenceEffects {
  const sum = { price: ZERO, trading: ZERO, accrued: ZERO, currency: ZERO }
  const entryDay = pair.position.entryDay ?? Number.NEGATIVE_INFINITY
  const first = Math.max(from, pair.position.openDay, entryDay + 1)
  for (let day = first; day <= to; day += 1) {
    const effects = effectsOfDay(pair, day)
    sum.price = sum.price.add(effects.price)
    sum.trading = sum.trading.add(effects.trading)
    sum.accrued = sum.accrued.add(effects.accrued)
    sum.currency = sum.currency.add(effects.currency)
  }
  return sum
}
