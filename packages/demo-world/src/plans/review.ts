import { type Day, dateParts } from '@plumbline/engine'
import { falls, fallsMonthly, on, type Turn } from '../calendar.ts'
import { seedFromName, uniform } from '../chance.ts'
import { toMajor, toMinor } from '../decimals.ts'
import {
  cashBalance,
  cashInBase,
  freeUnits,
  heldUnits,
  holdingValue,
  type Ledger,
  type LedgerWriter,
  worthInBase,
} from '../ledger/ledger-writer.ts'
import { changeUpTo, provide } from '../ledger/money.ts'
import { trade, unitsFor } from '../ledger/trades.ts'
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

/** Holdings about to be sold are not increased. */
function isLeaving(plan: AccountPlan, instrument: string, day: Day): boolean {
  return plan.targets.some(
    target =>
      target.instrument === instrument &&
      target.to !== undefined &&
      isOpen(target, day) &&
      on(target.to) - day < lastPurchaseDays,
  )
}

/** Reviews an account on its review dates and when a target begins or ends. */
export function reviewAccount(writer: LedgerWriter, ledger: Ledger, plan: AccountPlan, turn: Turn): void {
  for (const target of plan.targets)
    if (target.to !== undefined && falls(turn, on(target.to))) sellOut(writer, ledger, target.instrument)
  for (const target of plan.targets)
    if (target.isHeld && falls(turn, on(target.from))) buyOnce(writer, ledger, plan, target)
  const begins = plan.targets.some(target => !target.isHeld && falls(turn, on(target.from)))
  if (begins || fallsMonthly(turn, plan.reviews.dayOfMonth, plan.reviews.months))
    rebalance(writer, ledger, plan)
}

function sellOut(writer: LedgerWriter, ledger: Ledger, instrument: string): void {
  const units = freeUnits(writer, ledger, instrument)
  if (units > 0) trade(writer, ledger, { instrument, units: -units })
}

function buyOnce(writer: LedgerWriter, ledger: Ledger, plan: AccountPlan, target: Target): void {
  const { base } = ledger.fact
  const wanted = worthInBase(writer, ledger) * target.weight
  if (wanted > toMajor(base, cashBalance(ledger, base)) * 0.9)
    makeRoom(writer, ledger, plan, wanted * costReserve)
  const available = Math.max(0, cashInBase(writer, ledger)) * 0.98
  const fact = writer.market.fact(target.instrument)
  const units = unitsFor(writer, fact, Math.min(wanted, available) / costReserve, base)
  if (units > 0) trade(writer, ledger, { instrument: target.instrument, units })
}

/** Sells from the largest holdings that may be sold, so that so much money is there. */
export function makeRoom(writer: LedgerWriter, ledger: Ledger, plan: AccountPlan, needed: number): void {
  const missing = needed - cashInBase(writer, ledger)
  if (missing <= 0) return
  const { base } = ledger.fact
  const loose = [...ledger.held.keys()]
    .filter(key => heldUnits(ledger, key) > 0 && canBeTrimmed(writer, plan, key))
    .map(instrument => ({ instrument, value: holdingValue(writer, ledger, instrument, base) }))
    .sort((a, b) => b.value - a.value)
  const sum = loose.reduce((total, { value }) => total + value, 0)
  if (sum === 0) return
  // A few large orders rather than many small ones.
  let left = Math.min(missing * 1.05, sum)
  for (const { instrument, value } of loose.slice(0, 3)) {
    const fact = writer.market.fact(instrument)
    const part = Math.min(left, value * 0.6)
    const units = Math.min(
      unitsFor(writer, fact, part, base) + fact.lot,
      freeUnits(writer, ledger, instrument),
    )
    if (units > 0 && left > 0) trade(writer, ledger, { instrument, units: -units })
    left -= part
  }
}

function canBeTrimmed(writer: LedgerWriter, plan: AccountPlan, instrument: string): boolean {
  const { type } = writer.market.fact(instrument)
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
  return 0.8 + 0.4 * uniform(seedFromName(`lean/${ledger.fact.key}/${instrument}`), dateParts(day).year)
}

function listWishes(writer: LedgerWriter, ledger: Ledger, plan: AccountPlan): Wish[] {
  const { base } = ledger.fact
  const { day } = writer
  const share = plan.invested.findLast(([from]) => on(from) <= day)?.[1] ?? 0
  const loose = plan.targets.filter(target => !target.isHeld && isOpen(target, day))
  const weights = loose.map(target => target.weight * leaning(ledger, target.instrument, day))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const looseKeys = new Set(loose.map(target => target.instrument))
  let pool = worthInBase(writer, ledger) * share
  for (const key of ledger.held.keys())
    if (!looseKeys.has(key)) pool -= Math.abs(holdingValue(writer, ledger, key, base))
  // While an account is being built up, each target waits for its own date.
  const whole = plan.targets
    .filter(target => !target.isHeld && (target.to === undefined || on(target.to) > day))
    .reduce((total, target) => total + target.weight, 0)
  const part = Math.min(1, sum / Math.max(whole * 0.85, 0.01))
  return loose.map((target, index) => ({
    instrument: target.instrument,
    desired: (Math.max(pool, 0) * part * (weights[index] ?? 0)) / sum,
    current: holdingValue(writer, ledger, target.instrument, base),
  }))
}

function rebalance(writer: LedgerWriter, ledger: Ledger, plan: AccountPlan): void {
  const { base } = ledger.fact
  const smallest = worthInBase(writer, ledger) * smallestOrder
  const wishes = listWishes(writer, ledger, plan)
  for (const { instrument, desired, current } of wishes) {
    if (current < desired * trimAbove || current - desired < smallest) continue
    const fact = writer.market.fact(instrument)
    const surplus = unitsFor(writer, fact, current - desired * 1.1, base)
    const units = Math.min(surplus, freeUnits(writer, ledger, instrument))
    if (units > 0 && units < heldUnits(ledger, instrument))
      trade(writer, ledger, { instrument, units: -units })
  }
  const buys = wishes
    .filter(({ desired, current }) => current < desired * buyBelow && desired - current > smallest)
    .filter(({ instrument }) => !isLeaving(plan, instrument, writer.day))
    .map(({ instrument, desired, current }) => ({ instrument, value: desired - current }))
  buy(writer, ledger, buys)
  tidyMoney(writer, ledger)
}

/** Buys what there is money for, changing money once per currency. */
function buy(
  writer: LedgerWriter,
  ledger: Ledger,
  buys: readonly { instrument: string; value: number }[],
): void {
  const { base, margin } = ledger.fact
  const sum = buys.reduce((total, { value }) => total + value, 0)
  const available = Math.max(0, cashInBase(writer, ledger) + margin * 0.75) * 0.985
  const factor = sum === 0 ? 0 : Math.min(1, available / (sum * costReserve))
  const needed = new Map<string, number>()
  const orders = buys.flatMap(({ instrument, value }) => {
    const fact = writer.market.fact(instrument)
    const units = unitsFor(writer, fact, value * factor, base)
    if (units <= 0) return []
    const settle = ledger.fact.settles === 'base' ? base : fact.currency
    const rate = writer.market.fx.rate(base, settle, writer.day)
    needed.set(settle, (needed.get(settle) ?? 0) + value * factor * rate * costReserve)
    return [{ instrument, units }]
  })
  for (const [currency, amount] of [...needed].sort(([a], [b]) => (a === base ? 1 : b === base ? -1 : 0)))
    if (currency !== base) provide(writer, ledger, currency, toMinor(currency, amount))
  for (const order of orders) trade(writer, ledger, order)
}

/** Converts unneeded foreign cash back to the base currency. */
function tidyMoney(writer: LedgerWriter, ledger: Ledger): void {
  const { base } = ledger.fact
  const most = toMinor(base, 1e12)
  const limit = worthInBase(writer, ledger) * 0.02
  for (const [currency, amount] of [...ledger.cash]) {
    const value = toMajor(currency, amount) * writer.market.fx.rate(currency, base, writer.day)
    if (currency !== base && value > limit) changeUpTo(writer, ledger, currency, most)
  }
}
