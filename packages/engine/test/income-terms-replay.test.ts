import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addMonths,
  computeIncome,
  type Day,
  dayFromParts,
  type IncomePayment,
  incomePeriods,
  parseDay,
  roundTo,
  toIsoDate,
} from '../src/index.ts'
import { createRandom, type Draw, pick } from './random/draws.ts'
import { buy, type Draft, deposit, type World, world } from './world.ts'

/** What pays at an interval without any terms, by the type of its transaction. */
const PAYERS = [
  { type: 'equity', pays: 'dividend', units: 1 },
  { type: 'bond', pays: 'coupon', units: 100 },
  { type: 'real_estate', pays: 'other_income', units: 1 },
  { type: 'loan', pays: 'interest', units: 100 },
] as const

type Instruments = NonNullable<Parameters<typeof world>[0]['instruments']>[number][]

/** A ledger with all that will be posted. Transactions after `asOf` are the future that is replayed. */
interface Plan {
  readonly asOf: Day
  readonly until: Day
  readonly instruments: Instruments
  readonly transactions: Draft[]
}

const START = '2022-01-03'
const ACCOUNTS = ['main', 'side']
const CURRENCIES = ['EUR', 'USD']

/** Payment days of an interval: for two years, or only since a while that is shorter than a year. */
function paymentDays(draw: Draw, { asOf, until }: Plan, interval: number): Day[] {
  const dayOfMonth = 1 + draw(28)
  const offset = draw(interval)
  const isYoung = draw(3) === 0
  const youngest = addMonths(asOf, -11)
  const days: Day[] = []
  for (let month = offset; ; month += interval) {
    const day = dayFromParts(2023, 1 + month, dayOfMonth)
    if (day > until) break
    if (!isYoung || day >= youngest) days.push(day)
  }
  // Two payments tell an interval; of a yearly payer one is enough.
  const posted = days.filter(day => day <= asOf && day >= youngest).length
  return isYoung && posted < (interval === 12 ? 1 : 2) ? [] : days
}

/** Holdings of a payer in one or two accounts, changed once before the last year. */
function addPayer(draw: Draw, plan: Plan, name: string): void {
  const { type, pays, units } = pick(draw, PAYERS)
  const currency = pick(draw, CURRENCIES)
  const contract = type === 'bond' ? { contractSize: 0.01 } : {}
  plan.instruments.push({ id: name, type, currency, ...contract })
  const days = paymentDays(draw, plan, pick(draw, [1, 3, 6, 12]))
  // A year of history repeats with the amount of each date, less of it with the last amount.
  const perMonth = Array.from({ length: 12 }, () => (1 + draw(900)) / 100)
  const first = days.find(day => day <= plan.asOf) ?? plan.asOf
  const isYoung = first > addMonths(plan.asOf, -12)
  for (const account of draw(2) === 0 ? ACCOUNTS : ['main']) {
    const quantity = units * (1 + draw(40))
    const more = units * draw(20)
    const changed = toIsoDate(addMonths(plan.asOf, -draw(10)))
    const common = { instrument: name, price: 1, account, currency }
    plan.transactions.push(buy(START, quantity, common))
    if (more > 0) plan.transactions.push(buy(changed, more, common))
    for (const day of days) {
      const held = quantity + (toIsoDate(day) > changed ? more : 0)
      const perUnit = perMonth[isYoung ? 0 : Number(toIsoDate(day).slice(5, 7)) - 1] ?? 0
      const amount = roundTo(held * perUnit, 2)
      plan.transactions.push({ on: toIsoDate(day), type: pays, instrument: name, account, amount, currency })
    }
  }
}

/** Interest on a balance that only grows, or a running fee of an account. */
function addCashPayer(draw: Draw, plan: Plan, account: string, type: 'interest' | 'fees_cash'): void {
  const amount = (1 + draw(9000)) / 100
  for (const day of paymentDays(draw, plan, pick(draw, [1, 3, 6, 12])))
    plan.transactions.push({ on: toIsoDate(day), type, account, amount, currency: 'EUR' })
}

/** A bond with terms: its coupons on the dates counted back from the maturity, and its nominal at the end. */
function addBond(draw: Draw, plan: Plan, name: string): void {
  const perYear = pick(draw, [1, 2, 4, 12])
  const coupon = (1 + draw(32)) / 400
  const maturity = addMonths(dayFromParts(2026, 1, 1 + draw(28)), draw(72))
  const currency = pick(draw, CURRENCIES)
  const coupons = { coupon, perYear, dayCount: '30E/360', maturity } as const
  plan.instruments.push({ id: name, type: 'bond', contractSize: 0.01, currency, coupons })
  const nominal = 10_000 * (1 + draw(20))
  const account = pick(draw, ACCOUNTS)
  const common = { instrument: name, account, currency }
  const bought = parseDay('2024-02-05')
  plan.transactions.push(buy(toIsoDate(bought), nominal, { ...common, price: 100 }))
  for (let step = 0; ; step += 1) {
    const day = addMonths(maturity, (-12 / perYear) * step)
    if (day <= bought) break
    if (day <= plan.until)
      plan.transactions.push({
        ...common,
        on: toIsoDate(day),
        type: 'coupon',
        amount: roundTo((nominal * coupon) / perYear, 2),
      })
  }
  if (maturity <= plan.until)
    plan.transactions.push({
      ...common,
      on: toIsoDate(maturity),
      type: 'redemption',
      quantity: -nominal,
      price: 100,
    })
}

function drawPlan(seed: number): Plan {
  const draw = createRandom(seed)
  const asOf = dayFromParts(2026, 1 + draw(12), 1 + draw(28))
  const plan: Plan = { asOf, until: incomePeriods(asOf).expected.to, instruments: [], transactions: [] }
  for (const account of [...ACCOUNTS, 'savings', 'custody'])
    for (const currency of CURRENCIES)
      plan.transactions.push(deposit('2022-01-01', 50_000_000, { account, currency }))
  for (let payer = 0; payer < 1 + draw(4); payer += 1) addPayer(draw, plan, `P${payer}`)
  for (let bond = 0; bond < 1 + draw(3); bond += 1) addBond(draw, plan, `B${bond}`)
  addCashPayer(draw, plan, 'savings', 'interest')
  addCashPayer(draw, plan, 'custody', 'fees_cash')
  return plan
}

/** The plan as it is known on a day. */
function worldOn({ instruments, transactions }: Plan, day: Day): World {
  return world({
    asOf: toIsoDate(day),
    instruments,
    prices: Object.fromEntries(instruments.map(({ id }) => [id, [[START, id.startsWith('B') ? 100 : 1]]])),
    rates: { USD: [[START, 0.9]] },
    transactions: transactions.filter(({ on }) => parseDay(on) <= day),
  })
}

const incomeOn = (w: World, asOf: Day) => computeIncome(w.snapshot, w.views('EUR'), { asOf, mask: null })

/** Amounts by holding, day, kind and currency. */
function sumByKey({ snapshot }: World, payments: readonly IncomePayment[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { position, day, kind, amount, currency } of payments) {
    const { positions, instruments, accounts } = snapshot
    const payer = instruments[positions.instrument[position] ?? -1]?.id ?? 'cash'
    const account = accounts[positions.account[position] ?? -1]?.id
    const key = `${payer} in ${account} ${toIsoDate(day)} ${kind} ${currency}`
    sums.set(key, roundTo((sums.get(key) ?? 0) + amount, 2))
  }
  return sums
}

function replay(seed: number) {
  const plan = drawPlan(seed)
  const before = worldOn(plan, plan.asOf)
  const { expected, expectedPeriod } = incomeOn(before, plan.asOf)
  const after = worldOn(plan, expectedPeriod.to)
  const { received } = incomeOn(after, expectedPeriod.to)
  const posted = received.filter(({ day }) => day >= expectedPeriod.from)
  return { projected: sumByKey(before, expected), posted: sumByKey(after, posted), expected }
}

describe('income from terms and from past payments', () => {
  it('is posted as it was projected when the past is replayed as the future', () => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 30 }), seed => {
        const { projected, posted, expected } = replay(seed)
        expect(Object.fromEntries([...projected].sort())).toEqual(Object.fromEntries([...posted].sort()))
        for (const { kind, certainty } of expected) seen.add(`${kind} ${certainty}`)
      }),
      { numRuns: 400 },
    )
    expect([...seen].sort()).toEqual([
      'coupon contractual',
      'coupon estimated',
      'dividend estimated',
      'fee estimated',
      'interest estimated',
      'maturity contractual',
      'rent estimated',
    ])
  })
})
