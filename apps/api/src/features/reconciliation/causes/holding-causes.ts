import { CONTRACT_TYPES } from '@plumbline/engine'
import {
  type Difference,
  type DifferenceLine,
  isSameQuantity,
  quantityDifference,
  roundCents,
} from './difference.ts'
import { addition, type Explanation, explain, reason } from './explanation.ts'
import { findPostedCauses } from './posted-causes.ts'
import { findSplitCauses } from './split-causes.ts'

const maxCandidates = 10

/** What may explain that the quantity of one holding differs, the most likely first. */
export function findHoldingCauses(difference: Difference, line: DifferenceLine): Explanation[] {
  const wanted = quantityDifference(line)
  const id = line.instrument?.id
  const posted = findPostedCauses(difference, {
    key: line.key,
    wanted,
    read: each => (id !== undefined && each.instrument === id ? each.units : 0),
    isSame: isSameQuantity,
  })
  return [
    ...posted,
    ...findSplitCauses(difference, line),
    ...findEnding(difference, line, wanted),
    ...findMerger(difference, line, wanted),
    ...openTrades(difference, line, wanted),
    ...findDelivery(difference, line, wanted),
    unexplained(line.key),
  ]
    .sort((a, b) => a.cost - b.cost)
    .slice(0, maxCandidates)
}

export function unexplained(key: string): Explanation {
  return explain('unknown', [key], 50)
}

/** Options that expired without value; repayments are trades, since they are paid. */
function findEnding(
  { account, date }: Difference,
  { key, instrument, currency, statedQuantity }: DifferenceLine,
  units: number,
): Explanation[] {
  if (instrument?.type !== 'option' || instrument.maturity === null || instrument.maturity > date) return []
  if (statedQuantity !== 0) return []
  const facts = {
    account_id: account,
    transaction_type: 'expiry',
    date: instrument.maturity,
    currency,
    instrument_id: instrument.id,
    quantity: String(units),
    price: '0',
  }
  return [
    explain('corporate_action', [key], 0.6, {
      changes: [addition(facts)],
      reasons: [reason('expired', { date: instrument.maturity })],
    }),
  ]
}

/** One holding is gone, another of about the same value is new: an exchange of shares. */
function findMerger(difference: Difference, line: DifferenceLine, units: number): Explanation[] {
  const { account, date } = difference
  if (line.statedQuantity !== 0 || !line.instrument || units >= 0) return []
  const worth = Math.abs(units) * (line.unitValue ?? Number.NaN)
  return difference.lines.flatMap((other): Explanation[] => {
    if (!other.instrument || other.ledgerQuantity !== 0 || other.statedQuantity <= 0) return []
    const rate = other.currency === line.currency ? 1 : difference.rate(other.currency, line.currency)
    const price = other.unitValue ?? (other.statedPrice ?? Number.NaN) * other.instrument.contractSize
    const ratio = (other.statedQuantity * price * rate) / worth
    if (!(ratio > 0.8 && ratio < 1.25)) return []
    const link = `merger-${line.instrument?.id}-${other.instrument.id}-${date}`
    const leg = (each: DifferenceLine, quantity: number) =>
      addition({
        account_id: account,
        transaction_type: 'merger',
        date,
        currency: each.currency,
        instrument_id: each.instrument?.id ?? null,
        quantity: String(quantity),
        link,
      })
    return [
      explain('corporate_action', [line.key, other.key], 1.4, {
        changes: [leg(line, units), leg(other, other.statedQuantity)],
        reasons: [reason('merger', { name: line.name, other: other.name })],
      }),
    ]
  })
}

/** A trade in the currency of the instrument, or in another one whose balance differs; contracts only in their own. */
function openTrades(difference: Difference, line: DifferenceLine, units: number): Explanation[] {
  if (!line.instrument) return []
  const cash = difference.lines.filter(each => each.instrument === null)
  const others = cash.filter(each => each.currency !== line.currency && quantityDifference(each) !== 0)
  const trade = (currency: string, cost: number) =>
    explain('missing_trade', [line.key], cost, { open: { line, units, currency } })
  if (CONTRACT_TYPES.has(line.instrument.type)) return [trade(line.currency, 1)]
  return [trade(line.currency, 1), ...others.map(each => trade(each.currency, 1.3))]
}

/** Units that came or went without payment. */
function findDelivery(
  { account, date }: Difference,
  { key, instrument, currency, unitValue, statedPrice, ledgerQuantity }: DifferenceLine,
  units: number,
): Explanation[] {
  if (!instrument || CONTRACT_TYPES.has(instrument.type)) return []
  const value = unitValue ?? (statedPrice === null ? null : statedPrice * instrument.contractSize)
  const place = { account_id: account, date, currency, instrument_id: instrument.id, quantity: String(units) }
  const amount = value === null ? null : String(roundCents(Math.abs(units) * value))
  const delivery = explain('missing_delivery', [key], 3.2, {
    changes: [addition({ ...place, transaction_type: units > 0 ? 'transfer_in' : 'transfer_out', amount })],
    reasons: [reason('no_payment')],
  })
  const isReward = instrument.type === 'crypto' && units > 0 && units <= 0.05 * ledgerQuantity
  if (!isReward) return [delivery]
  const reward = explain('missing_income', [key], 1.8, {
    changes: [addition({ ...place, transaction_type: 'staking_reward' })],
    reasons: [reason('staking_reward')],
  })
  return [reward, delivery]
}
