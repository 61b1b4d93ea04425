import type { Day } from '@plumbline/engine'
import { falls, fallsMonthly, on, quarterEnds, type Turn } from '../calendar.ts'
import { decimalText, moneyText, multiplyMoney, roundTo, scaled, toMajor, toMinor } from '../decimals.ts'
import { type ManualAsset, manualAssets } from '../instruments/manual-assets.ts'
import { postCharge, postIncome } from '../ledger/income.ts'
import {
  cashBalance,
  findLedger,
  heldUnits,
  type Ledger,
  type LedgerWriter,
  post,
} from '../ledger/ledger-writer.ts'
import { depositMoney, withdrawMoney } from '../ledger/money.ts'

/** A manual asset with its account, income and costs. */
interface AssetPlan {
  readonly asset: string
  readonly account: string
  /** Costs of the purchase as a share of the price. */
  readonly purchaseCosts: number
  readonly rentPerMonth?: readonly [amount: number, from: string]
  readonly expensePerQuarter?: number
  /** Months in which it is valued. */
  readonly valuedIn: readonly number[]
}

const assetPlans: readonly AssetPlan[] = [
  {
    asset: 'LINDENHOF',
    account: 'property',
    purchaseCosts: 0.008,
    rentPerMonth: [9_400, '2018-06-01'],
    expensePerQuarter: 3_900,
    valuedIn: [6, 12],
  },
  {
    asset: 'CHALET',
    account: 'property',
    purchaseCosts: 0.009,
    rentPerMonth: [3_200, '2022-07-01'],
    expensePerQuarter: 2_700,
    valuedIn: [12],
  },
  { asset: 'HADORN', account: 'property', purchaseCosts: 0.03, expensePerQuarter: 450, valuedIn: [11] },
  { asset: 'OTTINI', account: 'property', purchaseCosts: 0.03, expensePerQuarter: 180, valuedIn: [11] },
  { asset: 'BERLINA', account: 'property', purchaseCosts: 0, expensePerQuarter: 420, valuedIn: [5] },
  { asset: 'CELLAR', account: 'property', purchaseCosts: 0, valuedIn: [10] },
  {
    asset: 'LYON',
    account: 'maison',
    purchaseCosts: 0.07,
    rentPerMonth: [2_450, '2020-01-01'],
    expensePerQuarter: 1_150,
    valuedIn: [6],
  },
  { asset: 'COTTAGE', account: 'keepsakes', purchaseCosts: 0.02, expensePerQuarter: 2_400, valuedIn: [8] },
  { asset: 'SLOOP', account: 'keepsakes', purchaseCosts: 0, expensePerQuarter: 1_300, valuedIn: [5] },
]

/** Interpolates the value of one unit between its known dates. */
export function interpolateWorth({ worth }: ManualAsset, day: Day): number {
  const next = worth.findIndex(([date]) => on(date) > day)
  const [before, after] = next < 0 ? [worth.at(-1), undefined] : [worth[next - 1], worth[next]]
  if (!before) return worth[0]?.[1] ?? 0
  if (!after) return before[1]
  const [from, to] = [on(before[0]), on(after[0])]
  return before[1] + ((after[1] - before[1]) * (day - from)) / (to - from)
}

export function findAsset(key: string): ManualAsset {
  const asset = manualAssets.find(({ fact }) => fact.key === key)
  if (!asset) throw new Error(`there is no asset ${key}`)
  return asset
}

/** Houses, art and vehicles: bought with money from outside, valued now and then, with rent and costs. */
export function maintainAssets(writer: LedgerWriter, turn: Turn): void {
  for (const plan of assetPlans) {
    const ledger = findLedger(writer, plan.account)
    const asset = findAsset(plan.asset)
    if (falls(turn, asset.fact.listed)) purchase(writer, ledger, asset, plan.purchaseCosts)
    if (heldUnits(ledger, plan.asset) === 0) continue
    collectRent(writer, ledger, plan, turn)
    if (fallsMonthly(turn, 27, plan.valuedIn)) appraise(writer, ledger, asset)
  }
  if (fallsMonthly(turn, 20, [1])) for (const ledger of writer.ledgers.values()) takeOut(writer, ledger)
}

function purchase(writer: LedgerWriter, ledger: Ledger, asset: ManualAsset, costShare: number): void {
  const { fact } = asset
  const price = interpolateWorth(asset, writer.day)
  const amount = toMinor(fact.currency, price)
  const costs = toMinor(fact.currency, price * costShare)
  // What a mortgage does not pay comes from outside.
  if (ledger.fact.cash === 'tracked') {
    const missing = amount + costs - cashBalance(ledger, fact.currency)
    if (missing > 0n) depositMoney(writer, ledger, fact.currency, missing, `For ${fact.name}`)
  }
  post(
    writer,
    ledger,
    {
      type: 'trade',
      instrument: fact.key,
      currency: fact.currency,
      quantity: '1',
      price: decimalText(scaled(price, 2)),
      amount: moneyText(fact.currency, amount),
      fees: moneyText(fact.currency, costs),
      net: moneyText(fact.currency, amount + costs),
      note: 'Purchase',
    },
    { money: [[fact.currency, -(amount + costs)]], units: 1 },
  )
  appraise(writer, ledger, asset)
}

/** A valuation: the price of a unit and what the whole is worth. */
export function appraise(writer: LedgerWriter, ledger: Ledger, asset: ManualAsset): void {
  const { fact } = asset
  const rounding = fact.quantityDecimals > 0 || fact.type === 'loan' ? 0 : 1_000
  const exact = interpolateWorth(asset, writer.day)
  const price = rounding > 0 ? Math.round(exact / rounding) * rounding : roundTo(exact, fact.priceDecimals)
  const units = Math.abs(heldUnits(ledger, fact.key))
  const quantity = { units: BigInt(units), scale: fact.quantityDecimals }
  const perUnit = scaled(price, fact.priceDecimals)
  post(
    writer,
    ledger,
    {
      type: 'valuation',
      instrument: fact.key,
      currency: fact.currency,
      quantity: decimalText(quantity),
      price: decimalText(perUnit),
      amount: moneyText(fact.currency, multiplyMoney(fact.currency, quantity, perUnit)),
      note: fact.type === 'real_estate' ? 'Estimate of the valuer' : null,
    },
    {},
  )
}

function collectRent(writer: LedgerWriter, ledger: Ledger, plan: AssetPlan, turn: Turn): void {
  const { fact } = findAsset(plan.asset)
  const [rent, from] = plan.rentPerMonth ?? [0, '']
  if (rent > 0 && turn.day >= on(from) && fallsMonthly(turn, 3)) {
    // The rent is looked at every other year.
    const raised = rent * (1 + 0.012 * Math.floor((turn.year - Number(from.slice(0, 4))) / 2))
    const amount = toMinor(fact.currency, Math.round(raised / 10) * 10)
    postIncome(writer, ledger, {
      type: 'other_income',
      instrument: fact.key,
      amount,
      taxRate: 0,
      note: 'Rent',
    })
  }
  const expense = toMinor(fact.currency, plan.expensePerQuarter ?? 0)
  if (expense === 0n || !fallsMonthly(turn, 28, quarterEnds)) return
  if (ledger.fact.cash === 'tracked' && cashBalance(ledger, fact.currency) < expense)
    depositMoney(writer, ledger, fact.currency, expense, 'For running costs')
  postCharge(writer, ledger, 'fees_cash', fact.currency, expense, {
    instrument: fact.key,
    note: 'Upkeep and insurance',
  })
}

const cashToKeep = 60_000

/** Once a year the family takes out what the rent has left. */
function takeOut(writer: LedgerWriter, ledger: Ledger): void {
  if (ledger.custodian || ledger.fact.cash === 'none' || ledger.fact.key === 'private') return
  const { base } = ledger.fact
  const surplus = Math.floor((toMajor(base, cashBalance(ledger, base)) - cashToKeep) / 1_000) * 1_000
  if (surplus >= 10_000) withdrawMoney(writer, ledger, base, toMinor(base, surplus), 'Surplus of the year')
}
