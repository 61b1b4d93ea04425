import { type Difference, isSameQuantity, roundCents, roundUnits } from './difference.ts'
import type { OpenTrade } from './explanation.ts'

/** The day, price and fee of a trade in contracts. */
export interface ContractFit {
  date: string
  price: number
  fees: number
  isClose: boolean
}

const smallFee = 40
const maxFeeShare = 0.001
/** A price farther from the close than this is no trade; a stated value tells it more surely than cash. */
const maxDeviation = 0.25
const maxDeviationByValue = 0.5

/** What of a trade closes contracts that the ledger holds, and what opens others. */
function splitUnits({ line, units }: OpenTrade): { closing: number; opening: number } {
  const isClosing = line.ledgerQuantity * units < 0
  const closed = isClosing ? Math.min(Math.abs(units), Math.abs(line.ledgerQuantity)) : 0
  const closing = Math.sign(units) * closed
  return { closing, opening: roundUnits(units - closing) }
}

function findClose({ line }: OpenTrade): number | null {
  return line.statedPrice ?? line.ledgerPrice
}

/**
 * What a trade at a price pays or receives up to the statement date, before its fee. Contracts cost nothing to enter:
 * their gain is paid at every close, with posted margin, or when they are closed.
 */
function paidGain(trade: OpenTrade, price: number): number {
  const { line, units } = trade
  const size = line.instrument?.contractSize ?? 1
  const close = findClose(trade) ?? price
  const settlement = line.instrument?.settlement
  if (settlement === 'daily') return units * size * (close - price)
  if (settlement === 'posted') return 0
  return -splitUnits(trade).closing * ((line.unitValue ?? 0) + size * (price - close))
}

/** What a trade at the last close would pay or receive; null without a price. */
export function expectedContractCash(trade: OpenTrade): number | null {
  const close = findClose(trade)
  return close === null ? null : roundCents(paidGain(trade, close))
}

/**
 * The trade in contracts that moves this cash and leaves the value that the statement states. The price follows from the
 * value where gains stay in it, else from a close that leaves a usual fee, else from the cash.
 */
export function fitContract(difference: Difference, trade: OpenTrade, cash: number): ContractFit | null {
  const close = findClose(trade)
  if (close === null) return null
  const byValue = priceByValue(trade, close)
  const closes = byValue === null ? tradedCloses(difference, trade) : []
  const last = { date: difference.date, price: close }
  const dated = byValue === null ? [last, ...closes] : [dateTrade(difference, trade, byValue)]
  const fits = dated.flatMap(({ date, price }) => {
    const fees = roundCents(paidGain(trade, price) - cash)
    const isClose = byValue === null || date !== difference.date || isPrice(price, close)
    return isUsualFee(trade, price, fees) ? [{ date, price, fees, isClose }] : []
  })
  const [best] = fits.sort((a, b) => a.fees - b.fees)
  if (best) return best
  const implied = byValue === null ? priceByCash(trade, close, cash) : null
  if (implied === null || Math.abs(implied / close - 1) > maxDeviation) return null
  return { date: difference.date, price: implied, fees: 0, isClose: false }
}

/** Gains that are not paid yet are in the value: it tells the price of new contracts. */
function priceByValue(trade: OpenTrade, close: number): number | null {
  const { line, units } = trade
  const { statedValue, ledgerValue, instrument } = line
  const size = instrument?.contractSize ?? 1
  const isInValue = instrument?.settlement === 'posted' || splitUnits(trade).closing === 0
  if (statedValue === null || instrument?.settlement === 'daily' || !isInValue) return null
  // Some custodians state the exposure as the value.
  const exposure = line.statedQuantity * size * (line.statedPrice ?? close)
  if (exposure !== 0 && Math.abs(statedValue / exposure - 1) < 0.02) return null
  const price = close - (statedValue - (ledgerValue ?? 0)) / (units * size)
  return Math.abs(price / close - 1) > maxDeviationByValue ? null : roundUnits(price)
}

function priceByCash(trade: OpenTrade, close: number, cash: number): number | null {
  const { line, units } = trade
  const size = line.instrument?.contractSize ?? 1
  const { closing, opening } = splitUnits(trade)
  if (line.instrument?.settlement === 'daily') return roundUnits(close - cash / (units * size))
  if (line.instrument?.settlement === 'posted' || closing === 0 || opening !== 0) return null
  return roundUnits(close + (-cash / closing - (line.unitValue ?? 0)) / size)
}

function tradedCloses({ earliest }: Difference, { line }: OpenTrade) {
  return (line.instrument?.closes ?? []).filter(each => each.date >= earliest)
}

/** The day on which the contract closed at a price, else the day of the statement. */
function dateTrade(difference: Difference, trade: OpenTrade, price: number) {
  const found = tradedCloses(difference, trade).findLast(each => isPrice(each.price, price))
  return found ?? { date: difference.date, price }
}

function isPrice(a: number, b: number): boolean {
  return Math.abs(a - b) < 1e-6 * Math.max(1, Math.abs(b))
}

function isUsualFee({ line, units }: OpenTrade, price: number, fees: number): boolean {
  if (isSameQuantity(fees, 0)) return true
  const notional = Math.abs(units * price * (line.instrument?.contractSize ?? 1))
  return fees > 0 && fees <= Math.max(smallFee, maxFeeShare * notional)
}
