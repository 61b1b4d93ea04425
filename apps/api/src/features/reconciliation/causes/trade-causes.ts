import { CONTRACT_TYPES } from '@plumbline/engine'
import { expectedContractCash, fitContract } from './contract-trades.ts'
import { type Difference, roundCents, roundUnits } from './difference.ts'
import {
  addition,
  type Explanation,
  explain,
  type OpenTrade,
  type Reason,
  reason,
  withheldShares,
} from './explanation.ts'

/** Fees above this share of a trade are another transaction. */
const maxFeeShare = 0.015
const smallFee = 40
/** An implied price farther from all known prices than this is no trade. */
const maxDeviation = 0.25
/** Several trades of one currency share what their prices leave over, up to this share. */
const maxShared = 0.12

const saleShares = [...withheldShares, 0.1, 0.2, 0.275]
/** What is withheld beyond a fee is a tax or several costs, up to this share of a sale. */
const maxWithheld = 0.4
/** An estimate of the price or of what was withheld is about this likely at worst. */
const maxEstimateCost = 1.6

/** What the price of a trade was taken from, and what the rest of its cash is. */
type Evidence =
  | { kind: 'close' }
  | { kind: 'statement' }
  | { kind: 'implied' }
  /** A tax of a usual share, of the proceeds or of the gain. */
  | { kind: 'tax'; share: number; base: 'proceeds' | 'gain' }
  /** More than a fee and no usual share. */
  | { kind: 'unclear' }

interface Fit {
  date: string
  /** Per unit, in the currency of the instrument. */
  price: number | null
  /** Before costs and interest, in the currency of payment. */
  amount: number
  fees: number
  taxes: number
  accrued: number
  /** Distance of the implied price from the known prices, as a fraction. */
  deviation: number
  /** Whether the price is that of the statement, else a close or implied. */
  isStated: boolean
  evidence: Evidence
}

/** The value of one unit at a close, in the currency of payment. */
function unitAt(difference: Difference, { line, currency }: OpenTrade, price: number | null): number | null {
  const { instrument, ledgerPrice, unitValue } = line
  const rate = currency === line.currency ? 1 : difference.rate(line.currency, currency)
  const given = price ?? ledgerPrice ?? line.statedPrice
  if (!Number.isFinite(rate) || given === null) return null
  // The pool factor of a bond is in its value and not in its price.
  const size = unitValue !== null && ledgerPrice ? unitValue / ledgerPrice : (instrument?.contractSize ?? 1)
  return given * size * rate
}

/** What a trade at the last close would pay or receive; null without a price. */
function expectedCash(difference: Difference, trade: OpenTrade): number | null {
  if (isContract(trade)) return expectedContractCash(trade)
  const unit = unitAt(difference, trade, null)
  return unit === null ? null : roundCents(-trade.units * unit - Math.sign(trade.units) * readAccrued(trade))
}

function isContract({ line }: OpenTrade): boolean {
  return line.instrument !== null && CONTRACT_TYPES.has(line.instrument.type)
}

function readAccrued({ line, units }: OpenTrade): number {
  return roundCents(Math.abs(line.accruedPerUnit * units))
}

/**
 * Gives the trades of a hypothesis the cash that is left in their currency, or the last close where the statement does
 * not state that cash. Returns the ways to do so, each with what stays unexplained.
 */
export function settleTrades(
  difference: Difference,
  trades: readonly OpenTrade[],
  left: Readonly<Record<string, number>>,
): { explanations: Explanation[]; cash: Record<string, number> }[] {
  if (trades.length === 0) return [{ explanations: [], cash: {} }]
  const expected = trades.map(trade => expectedCash(difference, trade))
  const atClose = expected.map((cash, place) => {
    const trade = trades[place] as OpenTrade
    return cash === null ? null : explainTrade(difference, trade, cash, 0)
  })
  const byDifference = shareCash(trades, expected, left).map(shares =>
    shares.map((cash, place) =>
      explainTrade(difference, trades[place] as OpenTrade, cash, shares.length - 1),
    ),
  )
  const isStated = trades.some(({ currency }) => currency in left)
  const closes = atClose.map(each => each && (isStated ? { ...each, cost: each.cost + 1.2 } : each))
  return [...byDifference, closes].flatMap(way => {
    const explanations = way.filter(each => each !== null)
    if (explanations.length < trades.length) return []
    const cash: Record<string, number> = {}
    for (const each of explanations)
      for (const [currency, amount] of Object.entries(each.cash))
        cash[currency] = roundCents((cash[currency] ?? 0) + amount)
    return [{ explanations, cash }]
  })
}

/** The cash of each trade so that together they leave nothing; none if prices do not allow it. */
function shareCash(
  trades: readonly OpenTrade[],
  expected: readonly (number | null)[],
  left: Readonly<Record<string, number>>,
): number[][] {
  const shares = expected.map(cash => cash ?? 0)
  for (const currency of new Set(trades.map(each => each.currency))) {
    const rest = left[currency]
    if (rest === undefined) continue
    const places = trades.flatMap((each, place) => (each.currency === currency ? [place] : []))
    const known = places.reduce((sum, place) => sum + (shares[place] ?? 0), 0)
    const size = places.reduce((sum, place) => sum + Math.abs(shares[place] ?? 0), 0)
    const over = rest - known
    if (places.length > 1 && Math.abs(over) > maxShared * size) return []
    let open = over
    for (const [turn, place] of places.entries()) {
      const part =
        turn === places.length - 1 ? open : roundCents((over * Math.abs(shares[place] ?? 0)) / (size || 1))
      shares[place] = roundCents((shares[place] ?? 0) + part)
      open -= part
    }
  }
  return [shares]
}

function explainTrade(
  difference: Difference,
  trade: OpenTrade,
  cash: number,
  others: number,
): Explanation | null {
  const { line, units, currency } = trade
  const { instrument } = line
  if (!instrument) return null
  if (isContract(trade)) return explainContract(difference, trade, cash, others)
  const fit = fitTrade(difference, trade, cash)
  if (!fit || fit.deviation > maxDeviation) return null
  const isOther = currency !== line.currency
  const isPaidBack =
    instrument.maturity !== null && instrument.maturity <= difference.date && line.statedQuantity === 0
  const date = isPaidBack && instrument.maturity ? later(instrument.maturity, difference.earliest) : fit.date
  const facts = {
    account_id: difference.account,
    transaction_type: isPaidBack && units < 0 ? 'redemption' : 'trade',
    date,
    currency,
    instrument_id: instrument.id,
    quantity: String(units),
    price: fit.price === null ? null : String(fit.price),
    amount: isOther ? null : String(fit.amount),
    net: isOther ? String(Math.abs(cash)) : null,
    fees: String(fit.fees),
    taxes: String(fit.taxes),
    accrued: fit.accrued > 0 && !isOther ? String(fit.accrued) : null,
  }
  const values = { quantity: Math.abs(units), name: line.name, amount: cash, currency }
  const estimate = Math.min(8 * fit.deviation, fit.evidence.kind === 'unclear' ? maxEstimateCost : Infinity)
  return explain('missing_trade', [line.key], 1 + estimate + 0.1 * others, {
    cash: { [currency]: cash },
    changes: [addition(facts, { [currency]: cash })],
    reasons: [
      reason(units > 0 ? 'buy_and_cash' : 'sell_and_cash', values),
      ...describePrice(fit, isOther),
      ...describeRest(fit, currency),
      ...(facts.accrued !== null ? [reason('with_accrued', { amount: fit.accrued, currency })] : []),
    ],
  })
}

function describePrice({ price, date, isStated, evidence }: Fit, isOther: boolean): Reason[] {
  if (price === null) return []
  if (evidence.kind === 'implied') return [reason(isOther ? 'price_implied' : 'price_and_costs', { price })]
  return [isStated ? reason('price_is_stated', { price }) : reason('price_is_close', { price, date })]
}

function describeRest({ fees, taxes, evidence }: Fit, currency: string): Reason[] {
  if (fees > 0) return [reason('rest_is_fee', { amount: fees, currency })]
  if (taxes <= 0) return []
  if (evidence.kind !== 'tax') return [reason('rest_is_unclear', { amount: taxes, currency })]
  const { share, base } = evidence
  const percent = roundUnits(share * 100)
  return [reason(base === 'gain' ? 'rest_is_gain_tax' : 'rest_is_tax', { amount: taxes, currency, percent })]
}

/** A trade in futures or forwards, which moves only its fee and the gains that are paid since. */
function explainContract(
  difference: Difference,
  trade: OpenTrade,
  cash: number,
  others: number,
): Explanation | null {
  const { line, units, currency } = trade
  const fit = fitContract(difference, trade, cash)
  if (!fit || !line.instrument) return null
  const facts = {
    account_id: difference.account,
    transaction_type: 'trade',
    date: fit.date,
    currency,
    instrument_id: line.instrument.id,
    quantity: String(units),
    price: String(fit.price),
    fees: String(fit.fees),
  }
  const gain = roundCents(cash + fit.fees)
  const values = { quantity: Math.abs(units), name: line.name }
  return explain('missing_trade', [line.key], (fit.isClose ? 1 : 1.4) + 0.1 * others, {
    cash: { [currency]: cash },
    changes: [addition(facts, { [currency]: cash })],
    reasons: [
      reason(units > 0 ? 'contracts_bought' : 'contracts_sold', values),
      fit.isClose
        ? reason('price_is_close', { price: fit.price, date: fit.date })
        : reason('price_implied', { price: fit.price }),
      ...(gain !== 0 ? [reason('contract_gain', { amount: gain, currency })] : []),
      ...(fit.fees > 0 ? [reason('rest_is_fee', { amount: fit.fees, currency })] : []),
    ],
  })
}

const later = (a: string, b: string) => (a > b ? a : b)

/**
 * The day, price and costs of a trade with this cash. The price is a known one, of the statement or a close, where the
 * rest of the cash is a usual fee or tax; the roundest fee comes before others. Else a price within the known ones
 * follows from the cash. A sale below all of them was at the price of the day, and the rest was withheld.
 */
function fitTrade(difference: Difference, trade: OpenTrade, cash: number): Fit | null {
  const { line, units, currency } = trade
  if (cash === 0 || Math.sign(cash) === Math.sign(units)) return null
  const total = Math.abs(cash)
  const accrued = currency === line.currency ? Math.min(readAccrued(trade), total) : 0
  const known = listFits(difference, trade, total, accrued)
  const [best] = known
    .filter(isUsualFee)
    .sort((a, b) => roundness(a.fees) - roundness(b.fees) || a.fees - b.fees)
  const taxed = known.flatMap(fit => withTax(trade, fit) ?? [])
  const [ofDay] = known
  const taxedOnDay = taxed.find(({ date }) => date === ofDay?.date)
  const found = best && roundness(best.fees) === 0 ? best : (taxedOnDay ?? best ?? taxed[0])
  if (found) return found
  const implied = implyPrice(difference, trade, total, accrued)
  return (implied.deviation > 0 && ofDay && withheld(trade, ofDay, implied)) || implied
}

/** The trade at each known price, the rest of its cash as a fee. Prices of the statement date come first. */
function listFits(difference: Difference, trade: OpenTrade, total: number, accrued: number): Fit[] {
  const { line, units, currency } = trade
  if (currency !== line.currency) return []
  return knownPrices(difference, trade).flatMap(({ date, price, isStated }): Fit[] => {
    const unit = unitAt(difference, trade, price)
    if (unit === null) return []
    const amount = roundCents(Math.abs(units) * unit)
    const fees = roundCents(Math.sign(units) * (total - accrued - amount))
    const evidence: Evidence = { kind: isStated ? 'statement' : 'close' }
    return [{ date, price, amount, fees, taxes: 0, accrued, deviation: 0, isStated, evidence }]
  })
}

interface KnownPrice {
  date: string
  price: number
  isStated: boolean
}

/** The price of the statement and the closes since the statement before, newest first; else that of the ledger. */
function knownPrices(difference: Difference, trade: OpenTrade): KnownPrice[] {
  const { ledgerPrice, statedPrice } = trade.line
  const { date } = difference
  const closes = tradableCloses(difference, trade).map(each => ({ ...each, isStated: false }))
  const isClose = closes.some(each => each.date === date && each.price === statedPrice)
  const stated = statedPrice !== null && !isClose ? [{ date, price: statedPrice, isStated: true }] : []
  const ledger = closes.length === 0 && stated.length === 0 && ledgerPrice !== null
  return [
    ...stated,
    ...(ledger ? [{ date, price: ledgerPrice, isStated: false }] : []),
    ...closes.toReversed(),
  ]
}

function isUsualFee({ fees, amount }: Fit): boolean {
  return fees >= 0 && fees <= Math.max(smallFee, maxFeeShare * amount) && fees < 0.2 * amount
}

/** The rest of a sale as a tax of a usual share of its proceeds or its gain; null if it is none. */
function withTax({ line, units }: OpenTrade, fit: Fit): Fit | null {
  if (units > 0 || fit.fees <= 0) return null
  const gain = line.unitCost === null ? 0 : fit.amount - Math.abs(units) * line.unitCost
  const bases = [
    { base: 'proceeds' as const, amount: fit.amount },
    { base: 'gain' as const, amount: gain },
  ]
  for (const { base, amount } of bases)
    for (const share of saleShares)
      if (amount > 0 && Math.abs(amount * share - fit.fees) <= 0.02)
        return { ...fit, fees: 0, taxes: fit.fees, evidence: { kind: 'tax', share, base } }
  return null
}

/** A sale at the price of the day whose rest was withheld, as fee or tax; null if it is too much for either. */
function withheld({ units }: OpenTrade, fit: Fit, { deviation }: Fit): Fit | null {
  if (units > 0 || fit.fees <= 0 || fit.fees > maxWithheld * fit.amount) return null
  return {
    ...fit,
    fees: 0,
    taxes: fit.fees,
    deviation: Math.min(deviation, maxDeviation),
    evidence: { kind: 'unclear' },
  }
}

function implyPrice(difference: Difference, trade: OpenTrade, total: number, accrued: number): Fit {
  const { line, units } = trade
  const amount = roundCents(total - accrued)
  const unit = unitAt(difference, trade, null)
  const reference = line.ledgerPrice ?? line.statedPrice
  const implied = amount / Math.abs(units)
  return {
    date: difference.date,
    price: unit && reference !== null ? impliedPrice(trade, reference, implied / unit) : null,
    amount,
    fees: 0,
    taxes: 0,
    accrued,
    deviation: unit ? measureDeviation(difference, trade, implied) : 0.05,
    isStated: false,
    evidence: { kind: 'implied' },
  }
}

/** A trade before a split would have other units, at another price. */
function tradableCloses({ transactions, date, earliest }: Difference, { line }: OpenTrade) {
  const posted = transactions.filter(
    each => each.splitRatio !== null && each.instrument === line.instrument?.id,
  )
  const splits = [...(line.instrument?.splits ?? []), ...posted].filter(each => each.date <= date)
  const from = splits.reduce((latest, each) => (each.date > latest ? each.date : latest), earliest)
  return (line.instrument?.closes ?? []).filter(each => each.date >= from)
}

function impliedPrice({ line, currency }: OpenTrade, reference: number, factor: number): number {
  // Paid in another currency, the rate explains the difference rather than the price.
  return currency === line.currency ? roundUnits(reference * factor) : reference
}

function roundness(fee: number): number {
  if (fee === 0) return 0
  if (Number.isInteger(fee)) return 1
  return Number.isInteger(roundCents(fee * 10)) ? 2 : 3
}

/** How far the implied value of one unit is from the range of known prices. */
function measureDeviation(difference: Difference, trade: OpenTrade, implied: number): number {
  const units = [null, ...knownPrices(difference, trade).map(each => each.price)].flatMap(
    price => unitAt(difference, trade, price) ?? [],
  )
  const low = Math.min(...units)
  const high = Math.max(...units)
  if (implied < low) return 1 - implied / low
  return implied > high ? implied / high - 1 : 0
}
