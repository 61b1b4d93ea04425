import type { Position, PositionTotals } from '@plumbline/contract'
import { textsIn } from '@plumbline/contract/texts'
import {
  decimate,
  type QueryResult as EngineResult,
  type PositionAmounts,
  type PositionRow,
  toIsoDate,
} from '@plumbline/engine'
import { parseSector } from '../platform/db/checked-words.ts'
import type { Portfolio } from '../queries/query.ts'
import { wireFlags } from '../queries/query-scope.ts'
import { splitFlags } from './unposted-splits.ts'

/** A position row of the engine in the form of the contract: prices in its own currency, amounts in the reporting one. */
export function wirePosition(portfolio: Portfolio, row: PositionRow, nav: number): Position {
  const { snapshot, metadata } = portfolio
  const place = snapshot.positions.instrument[row.index] ?? -1
  const instrument = snapshot.instruments[place]
  const { original, calculated } = row
  const sign = row.side === 'short' ? -1 : 1
  return {
    id: row.key,
    name: instrument?.name ?? cashName(portfolio, original.currency),
    name_long: instrument?.nameLong ?? null,
    symbol: metadata.symbols.get(instrument?.id ?? '') ?? null,
    isin: instrument?.isin ?? null,
    date_open: toIsoDate(row.openDay),
    date_closed: row.closeDay === null ? null : toIsoDate(row.closeDay),
    account: accountReference(portfolio, row.account),
    custodian: custodianReference(portfolio, row.account),
    instrument_type: instrument?.type ?? 'cash',
    country: instrument?.country ?? null,
    sector: instrument?.sector == null ? null : parseSector(instrument.sector),
    side: row.side,
    contract_size: row.contractSize,
    contract_expiration:
      instrument?.contractExpiration == null ? null : toIsoDate(instrument.contractExpiration),
    currency: original.currency,
    quantity: row.quantity * sign,
    price_open: original.priceOpen,
    price_current: original.priceCurrent,
    price_break_even: original.priceBreakEven,
    ...wireAmounts(calculated),
    weight: calculated.value === null || nav === 0 ? null : calculated.value / nav,
    ...pnlFields(calculated.pnlAbs, calculated.pnlRel),
    price_trend: null,
    flags: [...wireFlags(row.flags), ...splitFlags(portfolio, row)],
  }
}

/** The display name of cash, which has no instrument to name it. */
export function cashName({ view }: Portfolio, currency: string): string {
  return `${textsIn(view.language).instrument_type_cash} ${currency}`
}

type Split<Value> = { total: Value; realized: Value; unrealized: Value }

export function pnlFields(abs: Split<number | null>, rel: Split<number | null>) {
  return {
    pnl_abs_total: abs.total,
    pnl_abs_realized: abs.realized,
    pnl_abs_unrealized: abs.unrealized,
    pnl_rel_total: rel.total,
    pnl_rel_realized: rel.realized,
    pnl_rel_unrealized: rel.unrealized,
  }
}

export function accountReference({ metadata }: Portfolio, id: string) {
  return { id, name: metadata.accounts.get(id)?.name ?? '' }
}

export function custodianReference({ metadata }: Portfolio, accountId: string) {
  const account = metadata.accounts.get(accountId)
  return { id: account?.custodianId ?? '', name: account?.custodianName ?? '' }
}

/** The amounts of a position in the form of the contract: their totals over positions are plain sums. */
export function wireAmounts(amounts: PositionAmounts) {
  return {
    value: amounts.value,
    exposure: amounts.exposure,
    cost: amounts.cost,
    proceeds: amounts.proceeds,
    fees: amounts.fees,
    taxes: amounts.taxes,
    dividends: amounts.dividends,
    interest: amounts.interest,
    other_income: amounts.otherIncome,
  }
}

type AmountField = keyof ReturnType<typeof wireAmounts>
export type WireAmounts = Readonly<Record<AmountField, number | null>>
export type AmountSums = Record<AmountField, number>

/** Sums of amounts; a missing amount counts as 0. */
export function sumAmounts(rows: Iterable<WireAmounts>): AmountSums {
  const sums: AmountSums = {
    value: 0,
    exposure: 0,
    cost: 0,
    proceeds: 0,
    fees: 0,
    taxes: 0,
    dividends: 0,
    interest: 0,
    other_income: 0,
  }
  // Object.keys loses the names of the keys, which are those of the object above.
  const fields = Object.keys(sums) as AmountField[]
  for (const row of rows) for (const field of fields) sums[field] += row[field] ?? 0
  return sums
}

/** Totals of positions, with the return that the engine computes for exactly these positions. */
export function sumPositions(rows: readonly Position[], combined: EngineResult, nav: number): PositionTotals {
  const sums = sumAmounts(rows)
  const { abs, rel } = combined.performance.pnl
  return {
    ...sums,
    weight: nav === 0 ? null : sums.value / nav,
    ...pnlFields(abs, rel),
    flags: wireFlags(combined.performance.flags),
  }
}

const trendDays = 92
const trendPoints = 32

/** Closes of the last three months, for a sparkline. */
export function priceTrend({ snapshot, view }: Portfolio, { index, closeDay }: PositionRow): number[] | null {
  const prices = snapshot.prices[snapshot.positions.instrument[index] ?? -1]
  if (!prices || prices.values.length === 0) return null
  const last = Math.min(closeDay ?? view.asOf, view.asOf)
  const closes = prices.values.subarray(
    Math.max(0, last - trendDays - prices.firstDay),
    Math.max(0, last - prices.firstDay + 1),
  )
  if (closes.length === 0 || closes.some(Number.isNaN)) return null
  return Array.from(decimate(closes, trendPoints), index => closes[index] ?? 0)
}
