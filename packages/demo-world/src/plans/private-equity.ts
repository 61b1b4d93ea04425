import { addMonths, type Day } from '@plumbline/engine'
import { falls, fallsMonthly, on, quarterEnds, type Turn, tradingDayFrom } from '../calendar.ts'
import { decimalText, moneyText, multiplyMoney, roundTo, scaled, toMinor } from '../decimals.ts'
import { postIncome } from '../ledger/income.ts'
import {
  cashBalance,
  findLedger,
  heldUnits,
  type Ledger,
  type LedgerWriter,
  post,
} from '../ledger/ledger-writer.ts'
import { depositMoney, withdrawMoney } from '../ledger/money.ts'
import { unitsText } from '../ledger/trades.ts'
import { appraise, findAsset, interpolateWorth } from './manual-assets.ts'

/** How a fund calls its commitment and gives back. */
interface FundPlan {
  readonly asset: string
  readonly account: string
  readonly commitment: number
  /** Shares of the commitment, one call after the other. */
  readonly calls: readonly number[]
  readonly monthsBetweenCalls: number
  /** From here on twice a year a part of what is held is given back. */
  readonly distributesFrom: string
}

export const fundPlans: readonly FundPlan[] = [
  {
    asset: 'OGG4',
    account: 'private',
    commitment: 2_000_000,
    calls: [0.1, 0.08, 0.07, 0.09, 0.06, 0.08, 0.07, 0.06, 0.07, 0.05, 0.05, 0.04, 0.04],
    monthsBetweenCalls: 4,
    distributesFrom: '2023-05-01',
  },
  {
    asset: 'ALTB2',
    account: 'private',
    commitment: 1_000_000,
    calls: [0.12, 0.1, 0.08, 0.1, 0.08, 0.07, 0.06, 0.08, 0.06, 0.06, 0.05, 0.05],
    monthsBetweenCalls: 4,
    distributesFrom: '2028-05-01',
  },
  {
    asset: 'HARBR3',
    account: 'keepsakes',
    commitment: 1_200_000,
    calls: [0.1, 0.08, 0.08, 0.07, 0.08, 0.07, 0.06, 0.08, 0.06, 0.06, 0.05, 0.05, 0.04, 0.04],
    monthsBetweenCalls: 5,
    distributesFrom: '2026-02-01',
  },
]

/** The days on which a fund calls, each with the share of the commitment it asks for. */
export function capitalCalls(plan: FundPlan): { day: Day; share: number }[] {
  const { fact } = findAsset(plan.asset)
  return plan.calls.map((share, index) => ({
    day: tradingDayFrom(addMonths(fact.listed, index * plan.monthsBetweenCalls)),
    share,
  }))
}

/** Calls are paid with what has come back, and with money from outside. */
export function servePrivateFunds(writer: LedgerWriter, turn: Turn): void {
  for (const plan of fundPlans) {
    const ledger = findLedger(writer, plan.account)
    const asset = findAsset(plan.asset)
    for (const call of capitalCalls(plan))
      if (falls(turn, call.day)) payCall(writer, ledger, plan, plan.commitment * call.share)
    if (heldUnits(ledger, plan.asset) === 0) continue
    if (fallsMonthly(turn, 31, quarterEnds)) appraise(writer, ledger, asset)
    if (turn.day >= on(plan.distributesFrom) && fallsMonthly(turn, 14, [5, 11]))
      distribute(writer, ledger, plan, turn)
  }
}

/** Units at the last valuation for the money that was called. */
function payCall(writer: LedgerWriter, ledger: Ledger, plan: FundPlan, called: number): void {
  const asset = findAsset(plan.asset)
  const { fact } = asset
  const amount = toMinor(fact.currency, called)
  const price = roundTo(interpolateWorth(asset, writer.day), fact.priceDecimals)
  const units = Math.round((called / price) * 10 ** fact.quantityDecimals)
  const missing = amount - cashBalance(ledger, fact.currency)
  if (missing > 0n) depositMoney(writer, ledger, fact.currency, missing, `Capital call of ${fact.name}`)
  post(
    writer,
    ledger,
    {
      type: 'capital_call',
      instrument: fact.key,
      currency: fact.currency,
      quantity: unitsText(fact, units),
      price: decimalText(scaled(price, fact.priceDecimals)),
      amount: moneyText(fact.currency, amount),
      net: moneyText(fact.currency, amount),
    },
    { money: [[fact.currency, -amount]], units },
  )
  if (units === heldUnits(ledger, fact.key)) appraise(writer, ledger, asset)
}

/** In spring units are given back against money, in autumn income is paid out. */
function distribute(writer: LedgerWriter, ledger: Ledger, plan: FundPlan, turn: Turn): void {
  const asset = findAsset(plan.asset)
  const { fact } = asset
  const held = heldUnits(ledger, fact.key)
  if (fallsMonthly(turn, 14, [11])) {
    const value = (held / 10 ** fact.quantityDecimals) * interpolateWorth(asset, writer.day)
    const amount = toMinor(fact.currency, Math.round((value * 0.015) / 100) * 100)
    postIncome(writer, ledger, { type: 'distribution', instrument: fact.key, amount, taxRate: 0 })
    withdrawMoney(writer, ledger, fact.currency, amount, 'Paid out')
    return
  }
  const units = Math.round(held * 0.06)
  const price = roundTo(interpolateWorth(asset, writer.day), fact.priceDecimals)
  const quantity = { units: BigInt(units), scale: fact.quantityDecimals }
  const amount = multiplyMoney(fact.currency, quantity, scaled(price, fact.priceDecimals))
  post(
    writer,
    ledger,
    {
      type: 'distribution',
      instrument: fact.key,
      currency: fact.currency,
      quantity: unitsText(fact, -units),
      price: decimalText(scaled(price, fact.priceDecimals)),
      amount: moneyText(fact.currency, amount),
      net: moneyText(fact.currency, amount),
    },
    { money: [[fact.currency, amount]], units: -units },
  )
}
