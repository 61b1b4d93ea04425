import { CONTRACT_TYPES } from '@plumbline/engine'
import { expectedContractCash, fitContract } from './contract-trades.ts'
import { type Difference, roundCents, roundUnits } from './difference.ts'
import { addition, type Explanation, explain, type OpenTrade, reason } from './explanation.ts'

/** Fees above this share of a trade are another transaction. */
const maxFeeShare = 0.015
const smallFee = 40
/** An implied price farther from all closes than this is no trade. */
const maxDeviation = 0.25
/** Several trades of one currency share what their prices leave over, up to this share. */
const maxShared = 0.12

interface Fit {
  date: string
  /** Per unit, in the currency of the instrument. */
  price: number | null
  /** Before costs and interest, in the currency of payment. */
  amount: number
  fees: number
  accrued: number
  /** Distance of the implied price from the closes, as a fraction. */
  deviation: number
  isClose: boolean
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
    accrued: fit.accrued > 0 && !isOther ? String(fit.accrued) : null,
  }
  const values = { quantity: Math.abs(units), name: line.name, amount: cash, currency }
  return explain('missing_trade', [line.key], 1 + 8 * fit.deviation + 0.1 * others, {
    cash: { [currency]: cash },
    changes: [addition(facts, { [currency]: cash })],
    reasons: [
      reason(units > 0 ? 'buy_and_cash' : 'sell_and_cash', values),
      ...(fit.isClose && fit.price !== null
        ? [reason('price_is_close', { price: fit.price, date: fit.date })]
        : fit.price === null
          ? []
          : [reason('price_implied', { price: fit.price })]),
      ...(fit.fees > 0 ? [reason('rest_is_fee', { amount: fit.fees, currency })] : []),
      ...(facts.accrued !== null ? [reason('with_accrued', { amount: fit.accrued, currency })] : []),
    ],
  })
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
 * The day, price and costs of a trade with this cash. A close that leaves a usual fee comes first, the one with the
 * roundest fee before others; else the price follows from the cash.
 */
function fitTrade(difference: Difference, trade: OpenTrade, cash: number): Fit | null {
  const { line, units, currency } = trade
  if (cash === 0 || Math.sign(cash) === Math.sign(units)) return null
  const total = Math.abs(cash)
  const accrued = currency === line.currency ? Math.min(readAccrued(trade), total) : 0
  const side = Math.sign(units)
  const fits = tradableCloses(difference, trade).flatMap(({ date, price }): Fit[] => {
    const unit = unitAt(difference, trade, price)
    if (unit === null || currency !== line.currency) return []
    const amount = roundCents(Math.abs(units) * unit)
    const fees = roundCents(side * (total - accrued - amount))
    const isUsual = fees >= 0 && fees <= Math.max(smallFee, maxFeeShare * amount) && fees < 0.2 * amount
    return isUsual ? [{ date, price, amount, fees, accrued, deviation: 0, isClose: true }] : []
  })
  const [best] = fits.sort((a, b) => roundness(a.fees) - roundness(b.fees) || a.fees - b.fees)
  if (best) return best
  const amount = roundCents(total - accrued)
  const unit = unitAt(difference, trade, null)
  const reference = line.ledgerPrice ?? line.statedPrice
  const implied = amount / Math.abs(units)
  return {
    date: difference.date,
    price: unit && reference !== null ? impliedPrice(trade, reference, implied / unit) : null,
    amount,
    fees: 0,
    accrued,
    deviation: unit ? measureDeviation(difference, trade, implied) : 0.05,
    isClose: false,
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

/** How far the implied value of one unit is from the range of closes. */
function measureDeviation(difference: Difference, trade: OpenTrade, implied: number): number {
  const units = [null, ...tradableCloses(difference, trade).map(each => each.price)].flatMap(
    price => unitAt(difference, trade, price) ?? [],
  )
  const low = Math.min(...units)
  const high = Math.max(...units)
  if (implied < low) return 1 - implied / low
  return implied > high ? implied / high - 1 : 0
}
