import type { Flag, Position, PositionTotals } from '@plumbline/contract'
import { textsIn } from '@plumbline/contract/texts'
import {
  adjustedCloses,
  decimate,
  type QueryResult as EngineResult,
  knownAmounts,
  type PositionAmounts,
  type PositionRow,
  pnlOnCapital,
  toIsoDate,
  weightIn,
} from '@plumbline/engine'
import { parseSector } from '../platform/db/checked-words.ts'
import type { Portfolio } from '../queries/query.ts'
import { readPerformance, weightFlags, wireFlags } from '../queries/query-scope.ts'
import { splitFlags } from './unposted-splits.ts'

/** A position row of the engine in the form of the contract: prices in its own currency, amounts in the reporting one. */
export function wirePosition(portfolio: Portfolio, row: PositionRow, nav: number | null): Position {
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
    weight: weightIn(nav, calculated.value),
    ...pnlFields(calculated.pnlAbs, calculated.pnlRel),
    price_trend: null,
    flags: [
      ...wireFlags(row.flags),
      ...splitFlags(portfolio, row),
      ...weightFlags(nav, { weight: calculated.value }),
    ],
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

/**
 * The amounts of a position in the form of the contract: their totals over positions are plain sums. One that depends on
 * a missing price or rate is null.
 */
export function wireAmounts(amounts: PositionAmounts) {
  const { otherIncome, ...known } = knownAmounts(amounts)
  return { ...known, other_income: otherIncome }
}

type AmountField = keyof ReturnType<typeof wireAmounts>
export type WireAmounts = Readonly<Record<AmountField, number | null>>
export type AmountSums = Record<AmountField, number | null>

const amountFields = [
  'value',
  'exposure',
  'cost',
  'proceeds',
  'fees',
  'taxes',
  'dividends',
  'interest',
  'other_income',
] as const satisfies AmountField[]

/** Sums of the known amounts; null where an amount is unknown and nothing else adds to the sum. */
export function sumAmounts(rows: Iterable<WireAmounts>): AmountSums {
  const sums = new Map<AmountField, number>()
  const unknown = new Set<AmountField>()
  for (const row of rows)
    for (const field of amountFields) {
      const amount = row[field]
      if (amount === null) unknown.add(field)
      else sums.set(field, (sums.get(field) ?? 0) + amount)
    }
  const sum = (field: AmountField) => sums.get(field) || (unknown.has(field) ? null : 0)
  return {
    value: sum('value'),
    exposure: sum('exposure'),
    cost: sum('cost'),
    proceeds: sum('proceeds'),
    fees: sum('fees'),
    taxes: sum('taxes'),
    dividends: sum('dividends'),
    interest: sum('interest'),
    other_income: sum('other_income'),
  }
}

/** A `partial` flag for the sums that leave an unknown amount out. */
export function partialSums(rows: Iterable<WireAmounts>): Flag[] {
  const all = [...rows]
  const sums = sumAmounts(all)
  const fields = amountFields.filter(field => sums[field] !== null && all.some(row => row[field] === null))
  return fields.length === 0 ? [] : [{ code: 'partial', fields, date: null, amount: null }]
}

/** Why amounts of positions are unknown. */
function listReasons(rows: readonly Position[]): ('no_price' | 'no_rate')[] {
  const unknown = rows.filter(row => amountFields.some(field => row[field] === null))
  return (['no_price', 'no_rate'] as const).filter(reason =>
    unknown.some(({ flags }) => flags.some(({ code }) => code === reason)),
  )
}

/** P/L of a scope beside the same as a share of its capital, and its time-weighted return. */
export function pnlOfScope(result: EngineResult) {
  const { capital, rel } = pnlOnCapital(result)
  const { pnl } = readPerformance(result)
  return { ...pnlFields(pnl.abs, rel), capital_base: capital, twr: pnl.rel.total }
}

/** Totals of positions, with the P/L that the engine computes for exactly these positions. */
export function sumPositions(
  rows: readonly Position[],
  combined: EngineResult,
  nav: number | null,
): PositionTotals {
  const sums = sumAmounts(rows)
  const { flags } = readPerformance(combined)
  return {
    ...sums,
    weight: weightIn(nav, sums.value),
    ...pnlOfScope(combined),
    flags: [
      ...wireFlags([...flags.filter(flag => flag !== 'partial'), ...listReasons(rows)]),
      ...partialSums(rows),
      ...weightFlags(nav, { weight: sums.value }),
    ],
  }
}

const trendDays = 92
const trendPoints = 32

/** Split-adjusted closes of the last three months, for a sparkline. */
export function priceTrend({ snapshot, view }: Portfolio, { index, closeDay }: PositionRow): number[] | null {
  const prices = snapshot.prices[snapshot.positions.instrument[index] ?? -1]
  if (!prices || prices.values.length === 0) return null
  const last = Math.min(closeDay ?? view.asOf, view.asOf)
  const { values } = adjustedCloses(prices, { from: last - trendDays, to: last })
  if (values.length === 0 || values.some(Number.isNaN)) return null
  return Array.from(decimate(values, trendPoints), place => values[place] ?? 0)
}
