import type { Account, Instrument, Transaction } from '../../src/index.ts'
import type { GeneratedWorld } from '../random/random-ledger.ts'
import type { ReferenceClaim } from './claimed.ts'
import { couponPeriods, interestOn, nominal, poolFactor } from './interest.ts'
import { type Num, num, ZERO } from './market.ts'
import type { ReferencePosition } from './position.ts'

/** A posted coupon or repayment. */
export interface ReferencePayment {
  readonly account: string
  readonly instrument: string
  readonly kind: 'interest' | 'principal'
  readonly day: number
  readonly exDay: number | undefined
  readonly position: ReferencePosition
  /** The id of the transaction, and its money before taxes in the instrument's currency. */
  readonly id: string
  readonly amount: Num
}

interface Accrual {
  readonly kind: ReferencePayment['kind']
  readonly ex: number
  readonly day: number
  readonly perUnit: Num
}

interface HeldEntry {
  readonly day: number
  readonly quantity: Num
  readonly position: ReferencePosition
}

interface UnearnedInterest {
  readonly position: ReferencePosition
  readonly ex: number
  readonly from: number
  readonly amount: Num
}

const TEN_DAYS = 10

/** Payments without a transaction are posted to eight decimals, like derived margin. */
const postedAmount = (amount: Num): string => amount.toDecimalPlaces(8).toString()

function listAccruals(instrument: Instrument, since: number, lastDay: number): Accrual[] {
  const size = nominal(instrument)
  const coupons = instrument.coupons ? couponPeriods(instrument.coupons, since) : []
  const interest = coupons.map(
    ({ to, ex, amount }): Accrual => ({
      kind: 'interest',
      ex,
      day: to,
      perUnit: amount.mul(size).mul(poolFactor(instrument, ex - 1)),
    }),
  )
  const principal = (instrument.factors ?? [])
    .filter(({ day }) => day > since)
    .map(
      ({ day }): Accrual => ({
        kind: 'principal',
        ex: day,
        day,
        perUnit: poolFactor(instrument, day - 1)
          .sub(poolFactor(instrument, day))
          .mul(size),
      }),
    )
  return [...interest, ...principal]
    .filter(due => due.ex <= lastDay + TEN_DAYS && due.perUnit.gt(0))
    .sort((a, b) => a.day - b.day)
}

/** Interest from the start of a period that principal drawn or repaid within it did not earn. */
function unearned(instrument: Instrument, held: readonly HeldEntry[]): UnearnedInterest[] {
  const { coupons } = instrument
  if (!coupons) return []
  return couponPeriods(coupons, held[0]?.day ?? 0).flatMap(period =>
    held.flatMap((entry, place) => {
      const isWithin = entry.day > period.from && entry.day < period.ex
      if (!isWithin || entry.quantity.isZero()) return []
      const change = entry.quantity.sub(held[place - 1]?.quantity ?? 0)
      const amount = change.mul(nominal(instrument)).mul(interestOn(coupons, entry.day)).neg()
      return [{ position: entry.position, ex: period.ex, from: entry.day, amount }]
    }),
  )
}

/** A share of a payment that a position of another account had earned. */
export interface EarnedShare {
  readonly position: string
  readonly share: Num
}

/** Accruals by terms: unpaid claims, and payments to accounts without tracked cash as derived transactions. */
export interface ReferenceAccruals {
  readonly claims: readonly ReferenceClaim[]
  readonly paidOutside: readonly Transaction[]
  /** By transaction. */
  readonly earnedElsewhere: ReadonlyMap<string, readonly EarnedShare[]>
}

/** An accrual with its holder, and the payments so far: signed, a reversal with the opposite sign. */
interface Debt {
  readonly due: Accrual
  readonly holder: HeldEntry
  readonly amount: Num
  readonly paid: { readonly day: number; readonly amount: Num }[]
}

/** One account's accruals in an instrument. */
interface HoldingClaims {
  readonly account: Account
  readonly held: readonly HeldEntry[]
  readonly accruals: readonly Accrual[]
  readonly lacking: readonly UnearnedInterest[]
  readonly debts: readonly Debt[]
  readonly payments: readonly ReferencePayment[]
}

/** The holder of an accrual: the last entry before its ex-day. */
const findHolder = (held: readonly HeldEntry[], due: Accrual): HeldEntry | undefined =>
  held.findLast(entry => entry.day < due.ex)

const NEARLY_ALL = num('0.98')

const open = ({ amount, paid }: Debt): Num => paid.reduce((rest, part) => rest.sub(part.amount), amount)

/** The accrual that a payment means. */
const meant = ({ accruals }: HoldingClaims, { kind, day, exDay }: ReferencePayment): Accrual | undefined =>
  accruals
    .filter(due => due.kind === kind)
    .findLast(due => (exDay === undefined ? due.day <= day + TEN_DAYS : due.ex <= exDay + TEN_DAYS))

/** Pays a debt, whole if nearly all of it is covered. @returns what the debt took and what is left of the money. */
function pay(debt: Debt, day: number, money: Num): { taken: Num; left: Num } {
  const rest = open(debt)
  const isWhole = money.abs().gte(rest.abs().mul(NEARLY_ALL))
  const taken = isWhole ? rest : money
  debt.paid.push({ day, amount: taken })
  const left = money.abs().sub(taken.abs())
  const isRounding = left.lte(money.abs().mul(num(1).sub(NEARLY_ALL)))
  return { taken, left: isRounding ? ZERO : left.mul(money.isNeg() ? -1 : 1) }
}

/** Whether a bond was moved between two accounts by a date. */
function isMoved(
  world: GeneratedWorld,
  instrument: Instrument,
  pair: readonly Account[],
  day: number,
): boolean {
  const ids = pair.map(({ id }) => id)
  const moves = world.ledger.transactions.filter(
    entry => entry.type.startsWith('transfer') && entry.link && entry.instrument === instrument.id,
  )
  return moves.some(first =>
    moves.some(
      second =>
        second.link === first.link &&
        first.account === ids[0] &&
        second.account === ids[1] &&
        Math.max(first.day, second.day) <= day + TEN_DAYS,
    ),
  )
}

/** Pays debts with a payment: of its own account, then the same coupon of accounts that the bond moved from or to. */
function settlePayment(
  holding: HoldingClaims,
  others: readonly HoldingClaims[],
  payment: ReferencePayment,
): { isLoose: boolean; shares: EarnedShare[] } {
  const { day, kind, amount } = payment
  const isPayable = (debt: Debt): boolean =>
    debt.due.kind === kind && !open(debt).isZero() && debt.holder.position.openDay <= day
  const intended = holding.debts.find(({ due }) => due === meant(holding, payment))
  if (intended && intended.amount.isNeg() !== amount.isNeg()) {
    const settled = intended.amount.sub(open(intended))
    if (settled.isZero() || settled.isNeg() === amount.isNeg()) return { isLoose: true, shares: [] }
    const isWhole = amount.abs().gte(settled.abs().mul(NEARLY_ALL))
    intended.paid.push({ day, amount: isWhole ? settled.neg() : amount })
    return { isLoose: false, shares: [] }
  }
  const older = holding.debts.filter(debt => debt !== intended && debt.due.day <= day)
  let left = amount
  let isLoose = true
  for (const debt of [...(intended ? [intended] : []), ...older]) {
    if (left.isZero() || !isPayable(debt) || open(debt).isNeg() !== left.isNeg()) continue
    left = pay(debt, day, left).left
    isLoose = false
  }
  const shares: EarnedShare[] = []
  for (const other of others) {
    const debt = other.debts.find(({ due }) => due === meant(other, payment))
    if (!debt || left.isZero() || !isPayable(debt) || open(debt).isNeg() !== left.isNeg()) continue
    const { taken, left: rest } = pay(debt, day, left)
    const share = taken.div(amount)
    shares.push({ position: debt.holder.position.key, share: share.gt(1) ? num(1) : share })
    left = rest
    isLoose = false
  }
  return { isLoose, shares: kind === 'interest' ? shares : [] }
}

/** Interest of a loan in an account without tracked cash, paid with its final repayment. */
function finalInterest(
  instrument: Instrument,
  held: readonly HeldEntry[],
  lacking: readonly UnearnedInterest[],
  loose: readonly number[],
): Transaction[] {
  const { coupons } = instrument
  if (instrument.type !== 'loan' || !coupons) return []
  return held.flatMap(({ day, quantity, position }, place): Transaction[] => {
    if (position.account.cash !== 'none' || !quantity.isZero()) return []
    const period = couponPeriods(coupons, held[0]?.day ?? 0).find(({ from, ex }) => day > from && day < ex)
    if (!period || loose.some(paidOn => paidOn > period.from && paidOn <= day + TEN_DAYS)) return []
    const accrued = num(held[place - 1]?.quantity ?? 0)
      .mul(nominal(instrument))
      .mul(interestOn(coupons, day))
    const amount = lacking
      .filter(entry => entry.position === position && entry.ex === period.ex)
      .reduce((sum, entry) => sum.add(entry.amount), accrued)
    return [
      {
        id: '',
        account: position.account.id,
        type: 'coupon',
        day,
        exDay: day,
        instrument: instrument.id,
        currency: instrument.currency,
        amount: postedAmount(amount),
      },
    ]
  })
}

/** The positions of one account in an instrument with what they are owed. */
function readHoldingClaims(
  world: GeneratedWorld,
  instrument: Instrument,
  roundTrips: readonly ReferencePosition[],
  payments: readonly ReferencePayment[],
): HoldingClaims {
  const held = roundTrips.flatMap(position => position.history.map(entry => ({ ...entry, position })))
  const accruals = listAccruals(instrument, held[0]?.day ?? world.lastDay, world.lastDay)
  const lacking = instrument.type === 'loan' ? unearned(instrument, held) : []
  const debts = accruals.flatMap((due): Debt[] => {
    const holder = findHolder(held, due)
    if (!holder || holder.quantity.isZero()) return []
    const amount = lacking
      .filter(({ position, ex }) => position === holder.position && ex === due.ex)
      .reduce((sum, entry) => sum.add(entry.amount), holder.quantity.mul(due.perUnit))
    return [{ due, holder, amount, paid: [] }]
  })
  const inOrder = roundTrips.flatMap(position => payments.filter(payment => payment.position === position))
  const [first] = roundTrips
  if (!first) throw new Error('an account without positions')
  return { account: first.account, held, accruals, lacking, debts, payments: inOrder }
}

/** What is left of a debt is a claim, or where the cash is not tracked a payment on its day. */
function leaveClaims(
  instrument: Instrument,
  debt: Debt,
): { claims: ReferenceClaim[]; paidOutside: Transaction[] } {
  const { due, holder, paid } = debt
  const { account, key: position } = holder.position
  const rest = open(debt)
  const isOutside = account.cash === 'none'
  const claims = paid.map(
    ({ day, amount }): ReferenceClaim =>
      day < due.ex
        ? { position, from: day, to: due.ex - 1, amount: amount.neg() }
        : { position, from: due.ex, to: day - 1, amount },
  )
  if (rest.isZero()) return { claims, paidOutside: [] }
  const to = isOutside ? due.day - 1 : Number.POSITIVE_INFINITY
  const payment: Transaction = {
    id: '',
    account: account.id,
    type: due.kind === 'interest' ? 'coupon' : 'redemption',
    day: due.day,
    exDay: due.ex,
    instrument: instrument.id,
    currency: instrument.currency,
    amount: postedAmount(rest),
  }
  return {
    claims: [...claims, { position, from: due.ex, to, amount: rest }],
    paidOutside: isOutside ? [payment] : [],
  }
}

/** The accruals of all accounts in one instrument. */
function accrueInstrument(
  world: GeneratedWorld,
  instrument: Instrument,
  holdings: readonly HoldingClaims[],
): ReferenceAccruals {
  const loose: ReferencePayment[] = []
  const earnedElsewhere = new Map<string, readonly EarnedShare[]>()
  const queue = holdings
    .flatMap(holding =>
      holding.payments.toSorted((a, b) => a.day - b.day).map(payment => ({ holding, payment })),
    )
    .sort((a, b) => a.payment.day - b.payment.day)
  for (const { holding, payment } of queue) {
    const others = holdings.filter(
      other =>
        other !== holding &&
        (isMoved(world, instrument, [holding.account, other.account], payment.day) ||
          isMoved(world, instrument, [other.account, holding.account], payment.day)),
    )
    const { isLoose, shares } = settlePayment(holding, others, payment)
    if (isLoose && payment.kind === 'interest') loose.push(payment)
    if (shares.length > 0) earnedElsewhere.set(payment.id, shares)
  }
  const all = holdings.map(({ held, lacking, debts, payments }) => {
    const corrections = lacking.map(
      ({ position, ex, from, amount }): ReferenceClaim => ({
        position: position.key,
        from,
        to: Math.min(ex, position.closeDay) - 1,
        amount,
      }),
    )
    const left = debts.map(debt => leaveClaims(instrument, debt))
    const looseDays = payments.filter(payment => loose.includes(payment)).map(({ day }) => day)
    return {
      claims: [...corrections, ...left.flatMap(({ claims }) => claims)],
      paidOutside: [
        ...left.flatMap(({ paidOutside }) => paidOutside),
        ...finalInterest(instrument, held, lacking, looseDays),
      ],
    }
  })
  return {
    claims: all.flatMap(({ claims }) => claims),
    paidOutside: all.flatMap(({ paidOutside }) => paidOutside),
    earnedElsewhere,
  }
}

/** The accruals of a whole ledger. */
export function findAccruals(
  world: GeneratedWorld,
  positions: readonly ReferencePosition[],
  payments: readonly ReferencePayment[],
): ReferenceAccruals {
  const all = world.ledger.instruments
    .filter(({ coupons, factors }) => coupons || factors)
    .map(instrument => {
      const own = positions.filter(position => position.instrument === instrument)
      const holdings = [...Map.groupBy(own, ({ account }) => account).values()].map(roundTrips =>
        readHoldingClaims(world, instrument, roundTrips, payments),
      )
      return accrueInstrument(world, instrument, holdings)
    })
  return {
    claims: all.flatMap(accruals => accruals.claims),
    paidOutside: all.flatMap(accruals => accruals.paidOutside),
    earnedElsewhere: new Map(all.flatMap(accruals => [...accruals.earnedElsewhere])),
  }
}
