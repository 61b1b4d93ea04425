import type { Position } from '@plumbline/contract'
import { textsIn } from '@plumbline/contract/texts'
import { decimate, type QueryResult as EngineResult, isoOf, type PositionRow } from '@plumbline/engine'
import type { Portfolio } from '../queries/query.ts'
import { wireFlags } from '../queries/query-scope.ts'

/** The engine's row of a position as it stands on the wire: prices in its own currency, amounts in the answer's. */
export function wirePosition(
  portfolio: Portfolio,
  row: PositionRow,
  nav: number,
  withTrend: boolean,
): Position {
  const { snapshot, names } = portfolio
  const place = snapshot.positions.instrument[row.index] ?? -1
  const instrument = snapshot.instruments[place]
  const { original, calculated } = row
  const sign = row.side === 'short' ? -1 : 1
  return {
    id: row.key,
    name: instrument?.name ?? cashName(portfolio, original.currency),
    name_long: instrument?.nameLong ?? null,
    symbol: names.symbols.get(instrument?.id ?? '') ?? null,
    isin: instrument?.isin ?? null,
    date_open: isoOf(row.openDay),
    date_closed: row.closeDay === null ? null : isoOf(row.closeDay),
    account: accountReference(portfolio, row.account),
    custodian: custodianReference(portfolio, row.account),
    // The database checks these words with the lists that the contract's types are made of.
    instrument_type: (instrument?.type ?? 'cash') as Position['instrument_type'],
    country: (instrument?.country ?? null) as Position['country'],
    sector: (instrument?.sector ?? null) as Position['sector'],
    side: row.side,
    contract_size: row.contractSize,
    contract_expiration: instrument?.contractExpiration == null ? null : isoOf(instrument.contractExpiration),
    currency: original.currency as Position['currency'],
    quantity: row.quantity * sign,
    price_open: original.priceOpen,
    price_current: original.priceCurrent,
    price_break_even: original.priceBreakEven,
    value: calculated.value,
    exposure: calculated.exposure,
    weight: calculated.value === null || nav === 0 ? null : calculated.value / nav,
    cost: calculated.cost,
    proceeds: calculated.proceeds,
    ...pnlFields(calculated.pnlAbs, calculated.pnlRel),
    fees: calculated.fees,
    taxes: calculated.taxes,
    dividends: calculated.dividends,
    interest: calculated.interest,
    other_income: calculated.otherIncome,
    price_trend: withTrend ? trendOf(portfolio, place, row.closeDay) : null,
    flags: wireFlags(row.flags),
  }
}

/** Cash has no name of its own. */
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

export function accountReference({ names }: Portfolio, id: string) {
  return { id, name: names.accounts.get(id)?.name ?? '' }
}

export function custodianReference({ names }: Portfolio, accountId: string) {
  const account = names.accounts.get(accountId)
  return { id: account?.custodianId ?? '', name: account?.custodianName ?? '' }
}

/** Sums over positions, with the return of exactly these positions together. */
export function totalsOf(rows: readonly Position[], together: EngineResult, nav: number) {
  const sum = (
    field:
      | 'value'
      | 'exposure'
      | 'cost'
      | 'proceeds'
      | 'fees'
      | 'taxes'
      | 'dividends'
      | 'interest'
      | 'other_income',
  ) => rows.reduce((total, row) => total + (row[field] ?? 0), 0)
  const value = sum('value')
  const { abs, rel } = together.performance.pnl
  return {
    value,
    exposure: sum('exposure'),
    weight: nav === 0 ? null : value / nav,
    cost: sum('cost'),
    proceeds: sum('proceeds'),
    ...pnlFields(abs, rel),
    fees: sum('fees'),
    taxes: sum('taxes'),
    dividends: sum('dividends'),
    interest: sum('interest'),
    other_income: sum('other_income'),
    flags: wireFlags(together.performance.flags),
  }
}

const trendDays = 92
const trendPoints = 32

/** Closes of the last three months, for a line a few pixels high. */
function trendOf(
  { snapshot, view }: Portfolio,
  instrument: number,
  closeDay: number | null,
): number[] | null {
  const prices = snapshot.prices[instrument]
  if (!prices || prices.values.length === 0) return null
  const last = Math.min(closeDay ?? view.asOf, view.asOf)
  const closes = prices.values.subarray(
    Math.max(0, last - trendDays - prices.firstDay),
    Math.max(0, last - prices.firstDay + 1),
  )
  if (closes.length === 0 || closes.some(Number.isNaN)) return null
  return Array.from(decimate(closes, trendPoints), index => closes[index] ?? 0)
}
