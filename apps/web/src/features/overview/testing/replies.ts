import type { CashBalances, Group, Grouped, Performance } from '../../../portfolio/queries.ts'
import { basis, pnlFields, positionsReply, positionsTotal } from '../../../testing/fixtures/positions-page.ts'
import type { BestWorst, CurrencyMovers, Month, Months, Risk } from '../card-queries.ts'

/** Replies of the server for a small portfolio. Pass the fields a test is about. */

const days = Array.from({ length: 13 }, (_, index) => `2026-11-${String(index + 1).padStart(2, '0')}`)

export function performanceReply(change: Partial<Performance> = {}): Performance {
  return {
    opening: { allocated: 0, total: 0, cash: 0 },
    balance: { allocated: 1100.1, total: 1250.1, cash: 150 },
    cash_flow: {
      net_cashflow: 1000,
      deposits: 1200,
      withdrawals: -200,
      first_values: 0,
      is_net_invested: false,
      flows: [],
    },
    pnl: {
      abs: { total: 250.1, realized: 50.05, unrealized: 200.05 },
      rel: { total: 0.2501, realized: 0.05, unrealized: 0.2001 },
      on_capital: { total: 0.2501, realized: 0.05, unrealized: 0.2001, capital_base: 1000 },
    },
    returns: { twr: 0.2501, twr_annual: null, xirr: null, flows_count: 2 },
    daily_pnl: days.map((date, index) => ({
      date,
      pnl_abs_total: index * 20,
      pnl_abs_realized: index * 4,
      pnl_abs_unrealized: index * 16,
      pnl_rel_total: index / 50,
      pnl_rel_realized: index / 250,
      pnl_rel_unrealized: index / 62.5,
    })),
    daily_balance: [],
    stale_value: 0,
    missing_count: 0,
    coverage: {
      is_partial: false,
      held_count: 2,
      missing_count: 0,
      missing_weight: 0,
      missing: [],
      is_opening_partial: false,
      missing_before: [],
    },
    basis,
    flags: [],
    ...change,
  }
}

export function groupReply(key: string, value: number, change: Partial<Group> = {}): Group {
  return {
    key,
    name: key,
    count: 1,
    value,
    exposure: value,
    weight: value / 1250.1,
    exposure_weight: value / 1250.1,
    contribution: 0,
    ...pnlFields,
    capital_base: 1000,
    twr: 0.2501,
    fees: 0,
    taxes: 0,
    dividends: 0,
    interest: 0,
    other_income: 0,
    open: pnlFields,
    closed: pnlFields,
    flags: [],
    ...change,
  }
}

export function groupedReply(groups: Group[]): Omit<Grouped, 'groupBy'> {
  const sum = (field: 'value' | 'exposure') => groups.reduce((total, group) => total + (group[field] ?? 0), 0)
  return {
    data: groups,
    count: groups.length,
    total: { ...positionsTotal, value: sum('value'), exposure: sum('exposure') },
    is_overlapping: false,
    basis,
  }
}

export function cashReply(): CashBalances {
  const row = (currency: 'CHF' | 'EUR', balance: number, value: number): CashBalances['data'][number] => ({
    position_reference: `cash:a1:${currency}`,
    account: { id: 'a1', name: 'Private 4417' },
    custodian: { id: 'rochette', name: 'Banque Rochette' },
    currency,
    balance,
    value,
    weight: 0.06,
    rate: 1,
    rate_date: '2026-11-13',
    ...pnlFields,
    interest: 0,
    fees: 0,
    taxes: 0,
    flags: [],
  })
  const none = { ...pnlFields, pnl_abs_total: 0, pnl_abs_realized: 0, pnl_abs_unrealized: 0 }
  return {
    data: [row('CHF', 100, 100), row('EUR', 53.2, 50)],
    count: 2,
    total: { value: 150, weight: 0.12, ...none, capital_base: 150, twr: 0, flags: [] },
    basis,
  }
}

export function bestWorstReply(): BestWorst {
  const [position] = positionsReply().data
  if (position === undefined) throw new Error('The fixture has one position.')
  return {
    best: [position],
    worst: [{ ...position, id: 'p2', name: 'Voltane Motors', pnl_abs_total: -80, pnl_rel_total: -0.2 }],
    basis,
  }
}

function month(of: number | null, twr: number): Month {
  return { year: 2026, month: of, pnl_abs_total: twr * 1000, twr, is_partial: true }
}

export function monthsReply(): Months {
  return { months: [month(10, 0.1), month(11, -0.05)], years: [month(null, 0.045)], basis, flags: [] }
}

export function riskReply(change: Partial<Risk> = {}): Risk {
  return {
    observations: 210,
    is_annual: true,
    volatility: 0.0642,
    sharpe: 0.72,
    risk_free_rate: 0,
    downside_deviation: 0.04,
    sortino: 1.1,
    calmar: 0.4,
    value_at_risk: 0.012,
    max_drawdown: { depth: -0.1557, from: '2026-11-04', to: '2026-11-06', recovered_on: '2026-11-10' },
    current_drawdown: { depth: 0, from: null, to: null, recovered_on: null },
    best_month: month(10, 0.1),
    worst_month: month(11, -0.05),
    months_up: 1,
    months_count: 2,
    daily_drawdown: days.map((date, index) => ({ date, drawdown: index === 5 ? -0.1557 : 0 })),
    basis,
    flags: [],
    ...change,
  }
}

export function moversReply(): CurrencyMovers {
  const mover = (currency: 'USD' | 'CHF', pnl_fx: number): CurrencyMovers['rows'][number] => ({
    currency,
    exposure: 500,
    rate_start: 0.9,
    rate_end: 0.8,
    rate_change: currency === 'CHF' ? 0 : -0.1111,
    pnl_fx,
    flags: [],
  })
  return {
    rows: [mover('USD', -55.55), mover('CHF', 0)],
    total: { exposure: 1000, pnl_fx: -55.55 },
    basis,
    flags: [],
  }
}
