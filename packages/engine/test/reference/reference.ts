import type { Account, Instrument, Transaction } from '../../src/index.ts'
import type { GeneratedWorld } from '../random/random-ledger.ts'
import { findAccruals, type ReferenceAccruals } from './claims.ts'
import { ReferenceContracts } from './contracts.ts'
import { postDay } from './day-order.ts'
import { settledIncome } from './income.ts'
import { poolFactor } from './interest.ts'
import { pricePerUnit, times } from './lots/carried-lots.ts'
import { dust, openCost, take } from './lots/lots.ts'
import { closeOn, isListedSplit, type Num, num, restate, ZERO } from './market.ts'
import type { Lot } from './position.ts'
import { rewardValue } from './reward-value.ts'
import { withUnits } from './unitize.ts'

/** Transactions without a partner that change a holding at a price. */
const TRADES: ReadonlySet<string> = new Set([
  'trade',
  'redemption',
  'expiry',
  'capital_call',
  'distribution',
  'rights',
])
const DIVIDENDS: ReadonlySet<string> = new Set(['dividend', 'distribution'])

/** Computes a generated ledger in one currency. Accruals are known only after all postings, so it runs twice. */
export function buildReference(generated: GeneratedWorld, target: string): Reference {
  const world = withUnits(generated)
  const first = new Reference(world, target, { claims: [], paidOutside: [], earnedElsewhere: new Map() })
  return new Reference(world, target, findAccruals(world, first.positions, first.payments))
}

/** Posts a generated ledger transaction by transaction to the holdings. */
export class Reference extends ReferenceContracts {
  private readonly earnedElsewhere: ReferenceAccruals['earnedElsewhere']

  constructor(
    world: GeneratedWorld,
    target: string,
    { claims, paidOutside, earnedElsewhere }: ReferenceAccruals,
  ) {
    super(
      world,
      target,
      Map.groupBy(claims, ({ position }) => position),
    )
    this.earnedElsewhere = earnedElsewhere
    const seen: string[] = []
    const arrivals = this.arrivalDays()
    const order = world.ledger.transactions
      .filter(transaction => !this.isGiver(transaction))
      .map(transaction => ({ transaction, day: arrivals.get(transaction.link ?? '') ?? transaction.day }))
      .sort((a, b) => a.day - b.day || (a.transaction.id < b.transaction.id ? -1 : 1))
    const due = this.listEntitlements(order.map(({ transaction }) => transaction))
    const splits = world.ledger.instruments
      .flatMap(instrument => (instrument.splits ?? []).map(split => ({ instrument, split })))
      .sort((a, b) => a.split.day - b.split.day)
    for (let day = world.firstDay - 100; day <= world.lastDay; day += 1) {
      const paid = paidOutside.filter(payment => payment.day === day)
      // Amounts owed are posted first, interest before nominal.
      for (const isOwed of [true, false])
        for (const type of ['coupon', 'redemption'])
          for (const payment of paid)
            if (num(payment.amount ?? 0).isNeg() === isOwed && payment.type === type) this.post(payment, day)
      for (const { instrument, split } of splits)
        if (split.day === day) this.split(instrument, num(split.numerator).div(split.denominator), day)
      for (const { transaction } of due.filter(entry => entry.day === day))
        this.postEntitlement(transaction, this.account(transaction.account), day)
      const today = order
        .filter(entry => entry.day === day && !this.isEntitled(entry.transaction))
        .map(entry => ({ ...entry, partner: this.partner(entry.transaction) ?? null }))
      const held = (id: string, of: string): Num => this.current.get(`${id}/${of}`)?.quantity ?? ZERO
      postDay(today, held, ({ transaction }) => {
        const key = `${transaction.account}/${transaction.instrument}`
        if (!seen.includes(key)) seen.push(key)
        this.post(transaction, day)
      })
      this.payMargins(seen, day)
    }
    for (const position of this.positions)
      if (position.entryDay !== null && this.isWaiting(position)) this.enter(position)
  }

  private post(transaction: Transaction, day: number): void {
    this.step += 1
    const account = this.account(transaction.account)
    const instrument = this.findInstrument(transaction)
    const { type, quantity } = transaction
    const isTrade = TRADES.has(type) && quantity !== undefined && !this.partner(transaction)
    if (isTrade && (instrument?.type === 'future' || instrument?.type === 'fx_forward'))
      this.postContract(transaction, account, instrument, day)
    else if (isTrade) this.postTrade(transaction, account, instrument, day)
    else this.postOther(transaction, account, instrument, day)
  }

  /** Posts everything but trades. Omitting a type is a compile error. */
  private postOther(
    transaction: Transaction,
    account: Account,
    instrument: Instrument | null,
    day: number,
  ): void {
    const { type } = transaction
    switch (type) {
      case 'transfer_in':
      case 'transfer_out':
        this.postDelivery(transaction, account, instrument, day)
        break
      case 'spin_off':
      case 'merger':
      case 'exercise':
      case 'assignment':
      case 'rights':
        this.postAction(transaction, account, day)
        break
      case 'return_of_capital':
      case 'variation_margin':
      case 'redemption':
        if (!this.postReturn(transaction, account, instrument, day))
          this.postResult({ ...transaction, type: 'other_income' }, account, instrument, day)
        break
      case 'split': {
        const { numerator = 1, denominator = 1 } = transaction
        // A split listed for the instrument is already applied.
        if (instrument && !isListedSplit(instrument, transaction))
          this.split(instrument, num(numerator).div(denominator), day, account)
        break
      }
      case 'fx':
        if (!instrument || !this.postSettlement(transaction, account, instrument, day))
          this.postConversion(transaction, account, day)
        break
      case 'deposit':
      case 'withdrawal': {
        const currency = transaction.currency ?? ''
        const amount = num(transaction.amount ?? 0).mul(type === 'deposit' ? 1 : -1)
        const rate = this.postingRate(currency, currency, null, day)
        this.cash(account, currency, amount, times(amount, rate), { result: ZERO, fees: ZERO }, day)
        break
      }
      case 'staking_reward':
        this.postReward(transaction, account, instrument, day)
        break
      case 'trade':
      case 'expiry':
      case 'capital_call':
      case 'distribution':
      case 'dividend':
      case 'coupon':
      case 'interest':
      case 'other_income':
      case 'fees':
      case 'fees_cash':
      case 'trailer_fees':
      case 'tax':
        this.postResult(transaction, account, instrument, day)
        break
      case 'valuation':
        break
      default:
        throw new Error(`no rule for ${type satisfies never}`)
    }
  }

  /** Units received free of payment: their value is income, and their cost. */
  private postReward(
    transaction: Transaction,
    account: Account,
    instrument: Instrument | null,
    day: number,
  ): void {
    if (!instrument) return
    const quantity = num(transaction.quantity ?? 0)
    const gross = rewardValue(this.world, transaction, instrument)
    const rate = this.postingRate(instrument.currency, instrument.currency, num(1), day)
    const value = times(gross, rate)
    this.change(account, instrument, quantity, {
      day,
      key: transaction.id,
      value,
      result: (value ?? ZERO).mul(quantity.isPos() ? 1 : -1),
      fees: ZERO,
      price: pricePerUnit(gross, quantity, instrument, day),
      isCarry: false,
      lots: null,
    })
    if (num(transaction.fees ?? 0).isZero() && num(transaction.taxes ?? 0).isZero()) return
    this.step += 1
    this.postResult({ ...transaction, type: 'fees', amount: 0 }, account, instrument, day)
  }

  private postResult(
    transaction: Transaction,
    account: Account,
    instrument: Instrument | null,
    day: number,
  ): void {
    const currency = transaction.currency ?? instrument?.currency ?? ''
    const amount = num(transaction.amount ?? 0)
    const isFee = ['fees', 'fees_cash', 'trailer_fees'].includes(transaction.type)
    const fees = (isFee ? amount.mul(transaction.type === 'trailer_fees' ? -1 : 1) : ZERO).add(
      transaction.fees ?? 0,
    )
    const taxes = (transaction.type === 'tax' ? amount : ZERO).add(transaction.taxes ?? 0)
    const isIncome = !isFee && transaction.type !== 'tax'
    const income = isIncome ? settledIncome(this.world, transaction, instrument) : ZERO
    const cash = income.sub(fees).sub(taxes)
    const isStated = transaction.amount !== undefined && !income.isZero()
    const perSettled = isIncome && isStated ? amount.div(income) : null
    const rate = this.postingRate(currency, instrument?.currency ?? currency, perSettled, day)
    const exDay = this.findExDay(transaction, instrument)
    const owner = instrument ? this.owner(account, instrument, exDay) : undefined
    const value = times(cash, rate)
    const isInterest = transaction.type === 'coupon' || transaction.type === 'interest'
    const inRate = (part: Num): Num => (rate ? part.mul(rate) : ZERO)
    const parts = {
      taxes: inRate(taxes),
      dividends: DIVIDENDS.has(transaction.type) ? inRate(income) : ZERO,
      interest: isInterest ? inRate(income) : ZERO,
    }
    if (owner && isInterest) this.notePayment(transaction, owner, 'interest')
    if (!owner) {
      // Income that its tax cancels out is still recorded in its parts.
      const own = { result: value, fees: times(fees, rate) }
      const hasParts = !income.isZero() || !taxes.isZero()
      this.cash(account, currency, cash, value, hasParts ? { ...own, parts } : own, day)
      return
    }
    const others = this.earnedElsewhere.get(transaction.id) ?? []
    const own = others.reduce((left, { share }) => left.sub(share), num(1))
    for (const { position, share } of [{ position: owner.key, share: own }, ...others]) {
      const earner = this.positions.find(({ key }) => key === position)
      if (!earner || share.lt('1e-12')) continue
      this.enterIfValued(earner, day)
      const result = {
        result: (value ?? ZERO).mul(share),
        fees: rate ? fees.mul(rate).mul(share) : ZERO,
        taxes: parts.taxes.mul(share),
        dividends: parts.dividends.mul(share),
        interest: parts.interest.mul(share),
      }
      this.record(earner, day, result, openCost(earner))
    }
    this.cash(account, currency, cash, value, { result: ZERO, fees: ZERO }, day)
  }

  private postTrade(
    transaction: Transaction,
    account: Account,
    instrument: Instrument | null,
    day: number,
  ): void {
    if (!instrument) return
    const quantity = num(transaction.quantity ?? 0)
    const posted =
      transaction.amount === undefined
        ? quantity
            .abs()
            .mul(transaction.price ?? 0)
            .mul(instrument.contractSize ?? 1)
            .mul(poolFactor(instrument, day))
        : num(transaction.amount)
    const settle = transaction.currency ?? instrument.currency
    const sign = quantity.isPos() ? 1 : -1
    const fees = num(transaction.fees ?? 0)
    const costs = fees.add(transaction.taxes ?? 0)
    const interest = num(transaction.accrued ?? 0)
    // A recorded net amount is exact; the gross amount follows from it.
    const moved = transaction.net === undefined ? null : num(transaction.net).sub(costs.mul(sign))
    const gross = moved && settle === instrument.currency ? moved.sub(interest) : posted
    const worth = gross.add(interest)
    const recorded = moved && !worth.isZero() ? moved.div(worth) : num(transaction.rate ?? 1)
    const accrued = interest.mul(recorded)
    const settled = gross.mul(recorded)
    const cash = settled.add(accrued).mul(-sign).sub(costs)
    const rate = this.postingRate(
      settle,
      instrument.currency,
      worth.isZero() ? null : num(1).div(recorded),
      day,
    )
    const isPriced = transaction.amount === undefined && !moved
    const price = isPriced ? num(transaction.price ?? 0) : pricePerUnit(gross, quantity, instrument, day)
    this.change(account, instrument, quantity, {
      day,
      key: transaction.id,
      value: times(settled, rate),
      result: rate ? accrued.mul(-sign).sub(costs).mul(rate) : ZERO,
      fees: rate ? fees.mul(rate) : ZERO,
      taxes: rate ? num(transaction.taxes ?? 0).mul(rate) : ZERO,
      interest: rate ? accrued.mul(-sign).mul(rate) : ZERO,
      price,
      isCarry: false,
      lots: null,
      takes: transaction.takes ?? [],
    })
    this.cash(account, settle, cash, times(cash, rate), { result: ZERO, fees: ZERO }, day)
  }

  /** Securities delivered from outside, to outside, or from another account. */
  private postDelivery(
    transaction: Transaction,
    account: Account,
    instrument: Instrument | null,
    day: number,
  ): void {
    if (!instrument) return
    const quantity = num(transaction.quantity ?? 0)
    const partner = this.partner(transaction)
    if (partner) {
      this.postMove(partner, transaction, instrument, day)
      return
    }
    const hasValue = !num(transaction.amount ?? 0).isZero()
    const close = closeOn(this.world, instrument, day)
    const market = close
      ? quantity
          .abs()
          .mul(instrument.contractSize ?? 1)
          .mul(close)
      : ZERO
    const gross = hasValue ? num(transaction.amount ?? 0) : market
    const rate = this.postingRate(instrument.currency, instrument.currency, num(1), day)
    const taxes = num(transaction.taxes ?? 0)
    const price = pricePerUnit(gross, quantity, instrument, day)
    const value = times(gross, rate)
    const held = this.current.get(`${account.id}/${instrument.id}`)?.quantity ?? ZERO
    const canKeepLots = transaction.type === 'transfer_in' && !held.isNeg() && transaction.lots !== undefined
    const lots = canKeepLots
      ? (transaction.lots ?? []).map(
          (lot): Lot => ({
            transaction: transaction.id,
            day: lot.day,
            units: num(lot.quantity),
            cost: times(num(lot.cost), rate),
            price: pricePerUnit(num(lot.cost), num(lot.quantity), instrument, day),
          }),
        )
      : null
    this.change(account, instrument, quantity, {
      day,
      key: transaction.id,
      value,
      result: rate ? taxes.mul(rate).neg() : ZERO,
      fees: ZERO,
      taxes: rate ? taxes.mul(rate) : ZERO,
      price,
      isCarry: !hasValue,
      lots,
    })
  }

  /** A transfer between two accounts: the smaller of both quantities moves, the difference is a delivery. */
  private postMove(out: Transaction, into: Transaction, instrument: Instrument, day: number): void {
    const stated = ({ account, quantity = 0, day: own }: Transaction): Num =>
      restate(this.world, instrument, account, num(quantity).abs(), [own, day])
    const [sent, received] = [stated(out), stated(into)]
    const isSame = sent.sub(received).abs().lt(dust(sent))
    const quantity = isSame || received.lt(sent) ? received : sent
    const close = closeOn(this.world, instrument, day)
    const rate = this.postingRate(instrument.currency, instrument.currency, num(1), day)
    const worth = (units: Num): Num => (close ? units.mul(instrument.contractSize ?? 1).mul(close) : ZERO)
    const price = pricePerUnit(worth(quantity), quantity, instrument, day)
    const value = times(worth(quantity), rate)
    const source = this.account(out.account)
    const target = this.account(into.account)
    const from = this.current.get(`${source.id}/${instrument.id}`)
    const to = this.current.get(`${target.id}/${instrument.id}`)
    const canCarry =
      (from?.quantity.gte(quantity.sub(dust(quantity))) ?? false) && !(to?.quantity.isNeg() ?? false)
    const facts = { day, value, result: ZERO, fees: ZERO, price }
    if (from && canCarry) {
      this.enterIfValued(from, day)
      const before = openCost(from)
      const { lots } = take(from, quantity)
      // Lots of unknown cost take their value on arrival as cost.
      if (value && !value.isZero()) for (const lot of lots) lot.cost ??= value.mul(lot.units).div(quantity)
      this.setQuantity(from, from.quantity.sub(quantity), day)
      this.record(from, day, { posted: value ? value.neg() : ZERO }, before)
      const carried = this.leave(from, lots, value)
      this.change(target, instrument, quantity, { ...facts, key: into.id, isCarry: true, lots: carried })
    } else {
      this.change(source, instrument, quantity.neg(), { ...facts, key: out.id, isCarry: false, lots: null })
      this.change(target, instrument, quantity, { ...facts, key: into.id, isCarry: false, lots: null })
    }
    if (!isSame) {
      const rest = received.sub(sent)
      const [account, key] = rest.isNeg() ? [source, out.id] : [target, into.id]
      const left = times(worth(rest.abs()), rate)
      this.change(account, instrument, rest, { ...facts, value: left, key, isCarry: true, lots: null })
    }
    const fees = num(out.fees ?? 0)
    if (!fees.isZero()) {
      this.step += 1
      this.postResult({ ...out, type: 'fees', amount: 0 }, source, instrument, day)
    }
  }
}
