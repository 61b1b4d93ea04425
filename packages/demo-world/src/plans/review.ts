import { type Day, partsOf } from '@plumbline/engine'
import { falls, fallsMonthly, on, type Turn } from '../calendar.ts'
import { seedOf, uniform } from '../chance.ts'
import { measured, minorOf } from '../decimals.ts'
import {
  cashInBase,
  cashOf,
  type Desk,
  freeUnits,
  holdingValue,
  type Ledger,
  unitsOf,
  worthInBase,
} from '../desk/desk.ts'
import { changeUpTo, provide } from '../desk/money.ts'
import { trade, unitsFor } from '../desk/trades.ts'
import type { AccountPlan, Target } from './plan.ts'

/** Beyond its target by this much a holding is trimmed, and by so much short of it more is bought. */
const trimAbove = 1.4
const buyBelow = 0.9
/** Orders below this part of the account are not worth their fees. */
const smallestOrder = 0.006
/** What a purchase costs beyond its value, at most. */
const costReserve = 1.012

function isOpen(target: Target, day: Day): boolean {
  return on(target.from) <= day && (target.to === undefined || day < on(target.to))
}

const lastPurchaseDays = 150

/** Nobody adds to what is about to be sold. */
function isLeaving(plan: AccountPlan, instrument: string, day: Day): boolean {
  return plan.targets.some(
    target =>
      target.instrument === instrument &&
      target.to !== undefined &&
      isOpen(target, day) &&
      on(target.to) - day < lastPurchaseDays,
  )
}

/** Looks at an account when it is time to, or when a target begins or ends. */
export function reviewAccount(desk: Desk, ledger: Ledger, plan: AccountPlan, turn: Turn): void {
  for (const target of plan.targets)
    if (target.to !== undefined && falls(turn, on(target.to))) sellOut(desk, ledger, target.instrument)
  for (const target of plan.targets)
    if (target.isHeld && falls(turn, on(target.from))) buyOnce(desk, ledger, plan, target)
  const begins = plan.targets.some(target => !target.isHeld && falls(turn, on(target.from)))
  if (begins || fallsMonthly(turn, plan.reviews.dayOfMonth, plan.reviews.months))
    rebalance(desk, ledger, plan)
}

function sellOut(desk: Desk, ledger: Ledger, instrument: string): void {
  const units = freeUnits(desk, ledger, instrument)
  if (units > 0) trade(desk, ledger, { instrument, units: -units })
}

function buyOnce(desk: Desk, ledger: Ledger, plan: AccountPlan, target: Target): void {
  const { base } = ledger.fact
  const wanted = worthInBase(desk, ledger) * target.weight
  if (wanted > measured(base, cashOf(ledger, base)) * 0.9) makeRoom(desk, ledger, plan, wanted * costReserve)
  const available = Math.max(0, cashInBase(desk, ledger)) * 0.98
  const fact = desk.market.fact(target.instrument)
  const units = unitsFor(desk, fact, Math.min(wanted, available) / costReserve, base)
  if (units > 0) trade(desk, ledger, { instrument: target.instrument, units })
}

/** Sells from the largest holdings that may be sold, so that so much money is there. */
export function makeRoom(desk: Desk, ledger: Ledger, plan: AccountPlan, needed: number): void {
  const missing = needed - cashInBase(desk, ledger)
  if (missing <= 0) return
  const { base } = ledger.fact
  const loose = [...ledger.held.keys()]
    .filter(key => unitsOf(ledger, key) > 0 && canBeTrimmed(desk, plan, key))
    .map(instrument => ({ instrument, value: holdingValue(desk, ledger, instrument, base) }))
    .sort((a, b) => b.value - a.value)
  const sum = loose.reduce((total, { value }) => total + value, 0)
  if (sum === 0) return
  // A few large orders rather than many small ones.
  let left = Math.min(missing * 1.05, sum)
  for (const { instrument, value } of loose.slice(0, 3)) {
    const fact = desk.market.fact(instrument)
    const part = Math.min(left, value * 0.6)
    const units = Math.min(unitsFor(desk, fact, part, base) + fact.lot, freeUnits(desk, ledger, instrument))
    if (units > 0 && left > 0) trade(desk, ledger, { instrument, units: -units })
    left -= part
  }
}

function canBeTrimmed(desk: Desk, plan: AccountPlan, instrument: string): boolean {
  const { type } = desk.market.fact(instrument)
  return (
    ['equity', 'etf', 'fund', 'crypto'].includes(type) &&
    !plan.targets.some(target => target.instrument === instrument && target.isHeld && type !== 'crypto')
  )
}

interface Wish {
  readonly instrument: string
  readonly desired: number
  readonly current: number
}

/** Opinions change from year to year: some targets count more, others less. */
function leaning(ledger: Ledger, instrument: string, day: Day): number {
  return 0.8 + 0.4 * uniform(seedOf(`lean/${ledger.fact.key}/${instrument}`), partsOf(day).year)
}

function wishesOf(desk: Desk, ledger: Ledger, plan: AccountPlan): Wish[] {
  const { base } = ledger.fact
  const { day } = desk
  const share = plan.invested.findLast(([from]) => on(from) <= day)?.[1] ?? 0
  const loose = plan.targets.filter(target => !target.isHeld && isOpen(target, day))
  const weights = loose.map(target => target.weight * leaning(ledger, target.instrument, day))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const looseKeys = new Set(loose.map(target => target.instrument))
  let pool = worthInBase(desk, ledger) * share
  for (const key of ledger.held.keys())
    if (!looseKeys.has(key)) pool -= Math.abs(holdingValue(desk, ledger, key, base))
  // While an account is being built up, each target waits for its own date.
  const whole = plan.targets
    .filter(target => !target.isHeld && (target.to === undefined || on(target.to) > day))
    .reduce((total, target) => total + target.weight, 0)
  const part = Math.min(1, sum / Math.max(whole * 0.85, 0.01))
  return loose.map((target, index) => ({
    instrument: target.instrument,
    desired: (Math.max(pool, 0) * part * (weights[index] ?? 0)) / sum,
    current: holdingValue(desk, ledger, target.instrument, base),
  }))
}

function rebalance(desk: Desk, ledger: Ledger, plan: AccountPlan): void {
  const { base } = ledger.fact
  const smallest = worthInBase(desk, ledger) * smallestOrder
  const wishes = wishesOf(desk, ledger, plan)
  for (const { instrument, desired, current } of wishes) {
    if (current < desired * trimAbove || current - desired < smallest) continue
    const fact = desk.market.fact(instrument)
    const surplus = unitsFor(desk, fact, current - desired * 1.1, base)
    const units = Math.min(surplus, freeUnits(desk, ledger, instrument))
    if (units > 0 && units < unitsOf(ledger, instrument)) trade(desk, ledger, { instrument, units: -units })
  }
  const buys = wishes
    .filter(({ desired, current }) => current < desired * buyBelow && desired - current > smallest)
    .filter(({ instrument }) => !isLeaving(plan, instrument, desk.day))
    .map(({ instrument, desired, current }) => ({ instrument, value: desired - current }))
  buy(desk, ledger, buys)
  tidyMoney(desk, ledger)
}

/** Buys what there is money for, changing money once per currency. */
function buy(desk: Desk, ledger: Ledger, buys: readonly { instrument: string; value: number }[]): void {
  const { base, margin } = ledger.fact
  const sum = buys.reduce((total, { value }) => total + value, 0)
  const available = Math.max(0, cashInBase(desk, ledger) + margin * 0.75) * 0.985
  const factor = sum === 0 ? 0 : Math.min(1, available / (sum * costReserve))
  const needed = new Map<string, number>()
  const orders = buys.flatMap(({ instrument, value }) => {
    const fact = desk.market.fact(instrument)
    const units = unitsFor(desk, fact, value * factor, base)
    if (units <= 0) return []
    const settle = ledger.fact.settles === 'base' ? base : fact.currency
    const rate = desk.market.fx.rate(base, settle, desk.day)
    needed.set(settle, (needed.get(settle) ?? 0) + value * factor * rate * costReserve)
    return [{ instrument, units }]
  })
  for (const [currency, amount] of [...needed].sort(([a], [b]) => (a === base ? 1 : b === base ? -1 : 0)))
    if (currency !== base) provide(desk, ledger, currency, minorOf(currency, amount))
  for (const order of orders) trade(desk, ledger, order)
}

/** Foreign money that nobody is waiting for goes back into the base currency. */
function tidyMoney(desk: Desk, ledger: Ledger): void {
  const { base } = ledger.fact
  const most = minorOf(base, 1e12)
  const limit = worthInBase(desk, ledger) * 0.02
  for (const [currency, amount] of [...ledger.cash]) {
    const value = measured(currency, amount) * desk.market.fx.rate(currency, base, desk.day)
    if (currency !== base && value > limit) changeUpTo(desk, ledger, currency, most)
  }
}
