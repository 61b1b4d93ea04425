import type { Account, Instrument, Transaction } from '../../../src/index.ts'
import { cashMoves } from '../../exact-cash.ts'
import type { GeneratedWorld } from '../../random/random-ledger.ts'
import { claimedOn, type ReferenceClaim } from '../claimed.ts'
import { findAccruals, type ReferencePayment } from '../claims.ts'
import { isListedSplit, listPostings, type Posting, postDay } from '../day-order.ts'
import { couponPeriods } from '../interest.ts'
import { closeOn, type Num, num, rateOn, ZERO } from '../market.ts'
import type { ReferencePosition } from '../position.ts'
import { withUnits } from '../unitize.ts'
import { type Amounts, amountOn, ContractPosition } from './nav-contracts.ts'
import { findEntitlementDay, findExDay, restateUnits } from './nav-entitlements.ts'

const SMALLEST_QUANTITY = num('1e-9')
/** The value of a holding with no units, nothing owed and nothing due. */
const NOTHING = { value: ZERO, gross: 0 }
const isContract = ({ type }: Instrument): boolean => type === 'future' || type === 'fx_forward'

/**
 * The value of every holding and cash balance at every close, from the ledger alone: quantities x closes, cash as it
 * moved, claims, unpaid gains of contracts. It knows no lots, cost or results, so it shows an error that leaves the
 * equation of value, flows and P/L intact.
 */
export class DailyNav {
  readonly world: GeneratedWorld
  private readonly accounts: ReadonlyMap<string, Account>
  private readonly instruments: ReadonlyMap<string, Instrument>
  /** Per account and instrument, in the order of their days. */
  private readonly quantities = new Map<string, Amounts>()
  private readonly cash = new Map<string, Amounts>()
  private readonly contracts = new Map<string, ContractPosition>()
  private readonly roundTrips = new Map<string, ReferencePosition[]>()
  private readonly payments: ReferencePayment[] = []
  /** Transactions whose units are posted before their delivery. */
  private readonly entitled = new Set<Transaction>()
  /** The transactions as stated: funds that state money only have no units there. */
  private readonly stated: ReadonlyMap<string, Transaction>
  private readonly claims: ReadonlyMap<string, readonly ReferenceClaim[]>

  constructor(generated: GeneratedWorld) {
    this.world = withUnits(generated)
    this.stated = new Map(generated.ledger.transactions.map(transaction => [transaction.id, transaction]))
    const { ledger } = this.world
    this.accounts = new Map(ledger.accounts.map(account => [account.id, account]))
    this.instruments = new Map(ledger.instruments.map(instrument => [instrument.id, instrument]))
    this.postAll()
    this.claims = Map.groupBy(this.findClaims(), ({ position }) => position)
  }

  /** Account/instrument pairs and cash balances that ever had a value. */
  holdings(): { account: string; instrument: string }[] {
    return [...this.quantities.keys()].map(key => {
      const [account = '', instrument = ''] = key.split('/')
      return { account, instrument }
    })
  }

  cashKeys(): string[] {
    return [...this.cash.keys()]
  }

  cashOn(key: string, day: number): Num {
    return amountOn(this.cash.get(key) ?? [], day)
  }

  quantityOn(account: string, instrument: string, day: number): Num {
    return amountOn(this.quantities.get(`${account}/${instrument}`) ?? [], day)
  }

  /** The value in the instrument's currency; null without a price of what is held. `gross` is the size of its parts. */
  valueOn(account: string, instrument: string, day: number): { value: Num; gross: number } | null {
    const facts = this.instruments.get(instrument)
    if (!facts) return null
    const key = `${account}/${instrument}`
    const quantity = amountOn(this.quantities.get(key) ?? [], day)
    const contract = this.contracts.get(key)
    const claims = this.claims.get(key)
    if (quantity.isZero() && !contract && !claims) return NOTHING
    const close = quantity.isZero() ? ZERO : closeOn(this.world, facts, day)
    if (!close) return null
    const worth = quantity.isZero() ? ZERO : quantity.mul(facts.contractSize ?? 1).mul(close)
    const owed = amountOn(contract?.owed ?? [], day)
    const claimed = claims ? claimedOn(claims, day) : ZERO
    const gross = Math.abs(worth.toNumber()) + Math.abs(owed.toNumber())
    return { value: worth.sub(owed).add(claimed), gross }
  }

  /**
   * Whether a round trip ended by its first close with a price and a rate. It never had a value, so that money due to it
   * later is outside the totals.
   */
  hasUnvaluedTrip(account: string, instrument: string, target: string): boolean {
    const facts = this.instruments.get(instrument)
    return (this.roundTrips.get(`${account}/${instrument}`) ?? []).some(({ openDay, closeDay }) => {
      const last = Math.min(Math.max(openDay, closeDay - 1), this.world.lastDay)
      for (let day = openDay; day <= last; day += 1)
        if (facts && closeOn(this.world, facts, day) && this.rateOn(facts.currency, target, day)) return false
      return true
    })
  }

  rateOn(currency: string, target: string, day: number): Num | null {
    return rateOn(this.world, currency, target, day)
  }

  private postAll(): void {
    const { ledger, lastDay } = this.world
    const postings = listPostings(this.world)
    const byDay = Map.groupBy(postings, ({ day }) => day)
    const entitlements = Map.groupBy(postings, posting =>
      findEntitlementDay(this.world, posting, this.instruments.get(posting.transaction.instrument ?? '')),
    )
    const splits = Map.groupBy(
      ledger.instruments.flatMap(({ id, splits = [] }) => splits.map(split => ({ id, split }))),
      ({ split }) => split.day,
    )
    const derives = ledger.accounts.some(({ variationMargin }) => variationMargin === 'derived')
    const held = (account: string, instrument: string): Num => this.held(account, instrument)
    const first = Math.min(...byDay.keys(), ...[...entitlements.keys()].filter(day => day !== null))
    for (let day = first; day <= lastDay; day += 1) {
      for (const { id, split } of splits.get(day) ?? [])
        this.split(id, num(split.numerator).div(split.denominator), day, null)
      for (const posting of entitlements.get(day) ?? []) this.entitle(posting, day)
      const today = byDay.get(day)
      if (today) postDay(today, held, posting => this.post(posting))
      if (derives) for (const contract of this.contracts.values()) contract.close(day)
    }
  }

  /** Posts units before their delivery if the account held what they are given for. */
  private entitle(posting: Posting, day: number): void {
    const { transaction, partner } = posting
    const { type, account, instrument = '' } = transaction
    const giving = partner?.instrument ?? instrument
    const before = this.quantityOn(account, giving, (findExDay(posting) ?? day) - 1)
    const isHolder = !before.isZero() && before.isPos() === num(transaction.quantity ?? 0).isPos()
    const isDue =
      type === 'merger'
        ? this.held(account, giving).gte(
            num(partner?.quantity ?? 0)
              .abs()
              .sub(SMALLEST_QUANTITY),
          )
        : type === 'rights' || isHolder
    if (!isDue) return
    this.entitled.add(transaction)
    if (partner) this.postUnits(partner, day)
    this.postUnits(transaction, day)
  }

  private held(account: string, instrument: string): Num {
    return this.quantities.get(`${account}/${instrument}`)?.at(-1)?.amount ?? ZERO
  }

  private pay(account: string, currency: string, day: number, amount: Num): void {
    if (this.accounts.get(account)?.cash === 'none' || amount.isZero()) return
    const key = `cash:${account}:${currency}`
    const list = this.cash.get(key) ?? []
    this.cash.set(key, list)
    list.push({ day, amount: (list.at(-1)?.amount ?? ZERO).add(amount) })
  }

  private contractPosition(account: string, instrument: Instrument): ContractPosition | undefined {
    const owner = this.accounts.get(account)
    if (!owner || !isContract(instrument)) return undefined
    const key = `${account}/${instrument.id}`
    const contract =
      this.contracts.get(key) ??
      new ContractPosition(this.world, owner, instrument, (day, currency, amount) =>
        this.pay(account, currency, day, amount),
      )
    this.contracts.set(key, contract)
    return contract
  }

  private post({ transaction, partner, day }: Posting): void {
    for (const side of partner ? [partner, transaction] : [transaction]) {
      const stated = this.stated.get(side.id) ?? side
      for (const [currency, amount] of cashMoves(this.world.ledger, stated))
        this.pay(side.account, currency, day, num(amount.toString()))
      if (!this.entitled.has(transaction)) this.postUnits(side, day)
    }
  }

  private postUnits(transaction: Transaction, day: number): void {
    const { type, account, quantity } = transaction
    const instrument = this.instruments.get(transaction.instrument ?? '')
    if (!instrument) return
    this.notePayment(transaction, instrument)
    const contract = this.contractPosition(account, instrument)
    if (type === 'split') {
      const { numerator = 1, denominator = 1 } = transaction
      if (!isListedSplit(instrument, transaction))
        this.split(instrument.id, num(numerator).div(denominator), day, account)
    } else if (type === 'variation_margin') contract?.margin(transaction)
    else if (type === 'fx') {
      if (instrument.type === 'fx_forward' && contract?.exchange(transaction))
        this.setQuantity(account, instrument, contract.held, day)
    } else if (contract && quantity !== undefined && type !== 'staking_reward') {
      contract.trade(transaction)
      this.setQuantity(account, instrument, contract.held, day)
    } else if (quantity !== undefined && !contract) {
      const isGiven = type === 'merger' && num(quantity).isNeg()
      const units = isGiven ? num(quantity) : restateUnits(this.world, instrument, transaction, day)
      this.setQuantity(account, instrument, this.held(account, instrument.id).add(units), day)
    }
  }

  private split(instrument: string, ratio: Num, day: number, account: string | null): void {
    const facts = this.instruments.get(instrument)
    for (const owner of this.accounts.keys()) {
      const held = this.held(owner, instrument)
      if (facts && !held.isZero() && (account === null || account === owner))
        this.setQuantity(owner, facts, held.mul(ratio), day)
    }
  }

  /** Notes the quantity and the round trips, which coupons belong to. */
  private setQuantity(account: string, instrument: Instrument, after: Num, day: number): void {
    const key = `${account}/${instrument.id}`
    const list = this.quantities.get(key) ?? []
    this.quantities.set(key, list)
    const before = list.at(-1)?.amount ?? ZERO
    const quantity = after.abs().lt(SMALLEST_QUANTITY) ? ZERO : after
    list.push({ day, amount: quantity })
    const trips = this.roundTrips.get(key) ?? []
    this.roundTrips.set(key, trips)
    const isTurned = !before.isZero() && !quantity.isZero() && before.isPos() !== quantity.isPos()
    const last = trips.at(-1)
    if (last && !before.isZero()) {
      last.history.push({ day, quantity: isTurned ? ZERO : quantity })
      if (isTurned || quantity.isZero()) last.closeDay = day
    }
    const owner = this.accounts.get(account)
    if (owner && !quantity.isZero() && (isTurned || before.isZero()))
      trips.push(openTrip(owner, instrument, quantity, day))
  }

  /** Notes a payment of interest or nominal, which settles a claim of the round trip that it belongs to. */
  private notePayment(transaction: Transaction, instrument: Instrument): void {
    const { id, type, account, quantity, exDay, day } = transaction
    const isInterest = type === 'coupon' || type === 'interest'
    const isPrincipal = (type === 'redemption' && quantity === undefined) || type === 'return_of_capital'
    if (!isInterest && !isPrincipal) return
    const ex = exDay ?? (isInterest ? lastExDay(instrument, day) : undefined)
    const position = this.findOwner(account, instrument.id, ex)
    if (!position) return
    const kind = isInterest ? ('interest' as const) : ('principal' as const)
    const amount = num(transaction.amount ?? 0)
    const payment = { id, account, instrument: instrument.id, kind, day, exDay, position, amount }
    this.payments.push(payment)
  }

  private findClaims(): ReferenceClaim[] {
    const positions = [...this.roundTrips.values()].flat()
    const keys = new Map(
      positions.map(({ key, account, instrument }) => [key, `${account.id}/${instrument?.id}`]),
    )
    const { claims } = findAccruals(this.world, positions, this.payments)
    return claims.map(claim => ({ ...claim, position: keys.get(claim.position) ?? '' }))
  }

  /** The round trip that held before the ex-date, else the last one so far. */
  private findOwner(
    account: string,
    instrument: string,
    exDay: number | undefined,
  ): ReferencePosition | undefined {
    const trips = this.roundTrips.get(`${account}/${instrument}`) ?? []
    const held =
      exDay === undefined ? undefined : trips.findLast(trip => trip.openDay < exDay && trip.closeDay >= exDay)
    return held ?? trips.at(-1)
  }
}

/** The ex-day of a coupon without one is that of the last coupon due by then. */
function lastExDay({ coupons }: Instrument, day: number): number | undefined {
  return coupons ? couponPeriods(coupons, day - 800).findLast(period => period.to <= day + 10)?.ex : undefined
}

let trips = 0

/** A round trip as far as claims need it. */
function openTrip(account: Account, instrument: Instrument, quantity: Num, day: number): ReferencePosition {
  trips += 1
  const trip = {
    key: `trip ${trips}`,
    account,
    instrument,
    currency: instrument.currency,
    openDay: day,
    closeDay: Number.POSITIVE_INFINITY,
    side: quantity.isPos() ? 1 : -1,
    quantity,
    lots: [],
    cashCost: null,
    cashGain: ZERO,
    splits: [],
    events: [],
    history: [{ day, quantity }],
    contracts: [],
    splitBy: num(1),
    collateral: ZERO,
    entryDay: null,
  }
  return trip
}
