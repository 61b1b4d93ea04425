import { describe, expect, it } from 'vitest'
import {
  buildSnapshot,
  type CalendarFact,
  computeIncome,
  type Day,
  type Income,
  type IncomePayment,
  incomePeriods,
  openCurrencyViews,
  type PortfolioSnapshot,
  roundTo,
  sumPayments,
  type Transaction,
  toIsoDate,
  unitsOn,
} from '../src/index.ts'
import { createRandom } from './random/draws.ts'
import { type Check, findFailure } from './random/failures.ts'
import { type GeneratedWorld, generatedMarket } from './random/random-ledger.ts'

const CURRENCY = 'CHF'

/** Instruments without terms, whose income only a calendar can state. */
const PAYERS = ['i0', 'i1', 'i2', 'i5', 'i11', 'i12']

/** The generated world with market data until a later day. */
function snapshotOf(
  world: GeneratedWorld,
  transactions: readonly Transaction[],
  lastDay: Day,
): PortfolioSnapshot {
  return buildSnapshot({ ...world.ledger, transactions }, generatedMarket({ ...world, lastDay }), lastDay)
}

const incomeOn = (snapshot: PortfolioSnapshot, asOf: Day, facts: readonly CalendarFact[] = []): Income =>
  computeIncome(snapshot, openCurrencyViews(snapshot, CURRENCY), { asOf, mask: null, facts })

/** Payments per unit in the twelve months after the ledger's last day, as a calendar states them. */
function drawFacts(world: GeneratedWorld, seed: number): CalendarFact[] {
  const draw = createRandom(seed ^ 0x3c6ef372)
  const { expected } = incomePeriods(world.lastDay)
  return PAYERS.filter(() => draw(2) === 0).flatMap(instrument =>
    Array.from({ length: 1 + draw(4) }, (_, place) => ({
      instrument,
      type: 'dividend' as const,
      day: expected.from + place * 80 + draw(60),
      amount: (1 + draw(400)) / 100,
    })),
  )
}

/** The same payments as transactions of every position that is held, as its custodian posts them. */
function postFacts(snapshot: PortfolioSnapshot, asOf: Day, facts: readonly CalendarFact[]): Transaction[] {
  const { positions, instruments, accounts } = snapshot
  return facts.flatMap((fact, place) =>
    Array.from({ length: positions.count }, (_, position) => position)
      .filter(position => instruments[positions.instrument[position] ?? -1]?.id === fact.instrument)
      .map(position => ({ position, quantity: unitsOn(snapshot, position, asOf) }))
      .filter(({ quantity }) => roundTo(quantity * (fact.amount ?? 0), 2) !== 0)
      .map(
        ({ position, quantity }): Transaction => ({
          id: `later ${place} ${position}`,
          account: accounts[positions.account[position] ?? -1]?.id ?? '',
          type: 'dividend',
          day: fact.day,
          instrument: fact.instrument,
          amount: roundTo(quantity * (fact.amount ?? 0), 2),
        }),
      ),
  )
}

/** Amounts by position and day. */
function byPositionAndDay(
  snapshot: PortfolioSnapshot,
  payments: readonly IncomePayment[],
): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { position, day, amount, currency } of payments) {
    const key = `${snapshot.positions.keys[position]} ${toIsoDate(day)} ${currency}`
    sums.set(key, roundTo((sums.get(key) ?? 0) + amount, 2))
  }
  return sums
}

/** What a calendar stated a year ahead is what was received a year later. */
const checkReplay: Check = (world, seed) => {
  const { lastDay } = world
  // Splits that follow change the quantities that calendars are stated for.
  const instruments = world.ledger.instruments.map(instrument => ({
    ...instrument,
    splits: (instrument.splits ?? []).filter(({ day }) => day <= lastDay),
  }))
  const past = { ...world, ledger: { ...world.ledger, instruments } }
  const known = world.ledger.transactions.filter(({ day }) => day <= lastDay)
  const before = snapshotOf(past, known, lastDay)
  const facts = drawFacts(world, seed)
  const { expected, expectedPeriod } = incomeOn(before, lastDay, facts)
  const after = snapshotOf(past, [...known, ...postFacts(before, lastDay, facts)], expectedPeriod.to)
  const replayed = incomeOn(after, expectedPeriod.to)
  const projected = byPositionAndDay(
    before,
    expected.filter(({ certainty }) => certainty === 'declared'),
  )
  const posted = byPositionAndDay(
    after,
    replayed.received.filter(
      ({ day, kind, position }) =>
        day >= expectedPeriod.from &&
        kind !== 'fee' &&
        PAYERS.includes(after.instruments[after.positions.instrument[position] ?? -1]?.id ?? ''),
    ),
  )
  return [...new Set([...projected.keys(), ...posted.keys()])]
    .filter(key => projected.get(key) !== posted.get(key))
    .map(key => `projected ${projected.get(key)}, posted ${posted.get(key)}: ${key}`)
}

/** Sums by month, position, currency and kind are the total, to the cent. */
const checkSums: Check = (world, seed) => {
  const snapshot = snapshotOf(world, world.ledger.transactions, world.lastDay)
  const { received, expected } = incomeOn(snapshot, world.lastDay, drawFacts(world, seed))
  const cents = (payments: readonly IncomePayment[]) =>
    Math.round((sumPayments(payments, CURRENCY).sum ?? 0) * 100)
  return [received, expected].flatMap(payments => {
    const groupings = {
      month: Map.groupBy(payments, ({ day }) => toIsoDate(day).slice(0, 7)),
      position: Map.groupBy(payments, ({ position }) => `${position}`),
      currency: Map.groupBy(payments, ({ currency }) => currency),
      kind: Map.groupBy(payments, ({ kind }) => kind),
    }
    return Object.entries(groupings)
      .filter(
        ([, groups]) =>
          [...groups.values()].reduce((sum, group) => sum + cents(group), 0) !== cents(payments),
      )
      .map(([name]) => `sums by ${name} are not the total`)
  })
}

describe('income of generated ledgers', () => {
  it('is received as it was projected when the past is replayed as the future', () => {
    expect(findFailure(600, checkReplay)).toBeNull()
  })

  it('has the same sum by month, position, currency and kind', () => {
    expect(findFailure(300, checkSums)).toBeNull()
  })
})
