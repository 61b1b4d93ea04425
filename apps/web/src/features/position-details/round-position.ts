import { currencyDecimals, roundTo, roundWithRest } from '../../lib/format/format.ts'
import type { PositionDetail, PositionView } from './use-position.ts'

/** A result of the position: of the period or since purchase, in one currency. */
type Result = Pick<
  PositionView,
  | 'pnl_abs_total'
  | 'pnl_abs_realized'
  | 'pnl_abs_unrealized'
  | 'pnl_rel_total'
  | 'parts'
  | 'dividends'
  | 'interest'
  | 'other_income'
  | 'fees'
  | 'taxes'
  | 'capital_base'
>

export const effectKeys = [
  'price',
  'currency',
  'trading',
  'dividends',
  'interest',
  'other_income',
  'income',
  'fees',
  'taxes',
] as const
export type EffectKey = (typeof effectKeys)[number]

/** A result as displayed: the effects add up to the total, and so do realized and unrealized. */
export interface RoundedResult {
  effects: Readonly<Record<EffectKey, number | null>>
  total: number | null
  realized: number | null
  unrealized: number | null
  rel: number | null
  capital: number | null
}

/** Larger differences are not rounding. */
const toleranceShare = 1e-9

/**
 * Rounds a result once for all places of the view. Posted amounts (income, fees, taxes) are rounded on their own, so that
 * they match their transactions; so are currency and trading, and the price effect takes the rest.
 */
export function roundResult(result: Result, currency: string): RoundedResult {
  const decimals = currencyDecimals(currency)
  const round = (value: number | null) => (value === null ? null : roundTo(value, decimals))
  const total = round(result.pnl_abs_total)
  const { parts } = result
  const income = (result.dividends ?? 0) + (result.interest ?? 0) + (result.other_income ?? 0)
  const isSplit =
    parts.income !== null && Math.abs(parts.income - income) <= Math.abs(income) * toleranceShare + 1e-6
  const exact = {
    dividends: isSplit ? result.dividends : null,
    interest: isSplit ? result.interest : null,
    other_income: isSplit ? result.other_income : null,
    income: isSplit ? null : parts.income,
    fees: parts.fees,
    taxes: parts.taxes,
    currency: parts.currency,
    trading: parts.trading,
    price: parts.price,
  }
  const keys = Object.keys(exact) as EffectKey[]
  const shown = roundWithRest(Object.values(exact), total, decimals)
  const [realized = null, unrealized = null] = roundWithRest(
    [result.pnl_abs_realized, result.pnl_abs_unrealized],
    total,
    decimals,
  )
  return {
    // fromEntries loses the key type; the keys are those of the effects.
    effects: Object.fromEntries(
      keys.map((key, index) => [key, shown[index] ?? null]),
    ) as RoundedResult['effects'],
    total,
    realized,
    unrealized,
    rel: result.pnl_rel_total,
    capital: result.capital_base,
  }
}

/** One currency of the summary, rounded once: value less cost is the unrealized P/L since purchase. */
export interface RoundedView {
  currency: string
  period: RoundedResult
  sincePurchase: RoundedResult
  value: number | null
  cost: number | null
  /** Whether value less cost is the unrealized P/L; gains that came with transferred lots are apart. */
  isUnrealized: boolean
}

export function roundView(detail: PositionDetail, view: 'original' | 'calculated'): RoundedView {
  const position = detail[`${view}_pos`]
  const currency = position.view_currency
  const decimals = currencyDecimals(currency)
  const round = (value: number | null) => (value === null ? null : roundTo(value, decimals))
  const sincePurchase = roundResult(detail.since_purchase[view], currency)
  const { unrealized } = sincePurchase
  const [value, cost] = [round(position.value), round(position.cost)]
  const unit = 10 ** -decimals
  const rest = value === null || unrealized === null ? null : roundTo(value - unrealized, decimals)
  const isUnrealized =
    position.date_closed === null && rest !== null && cost !== null && Math.abs(rest - cost) < unit * 2.5
  return {
    currency,
    period: roundResult(position, currency),
    sincePurchase,
    value,
    cost: isUnrealized ? rest : cost,
    isUnrealized,
  }
}
