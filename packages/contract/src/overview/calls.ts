import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { basis, capitalFields, coverage, dailyPnl, pnlFields, pointsQuery } from '../core/figures.ts'
import { filterBody } from '../core/filter.ts'
import { dataReply } from '../core/page.ts'
import { everyone } from '../core/policy.ts'
import {
  currencyCode,
  figure,
  flags,
  fraction,
  isoDate,
  oneOf,
  positionId,
  reference,
} from '../core/values.ts'
import { pnlChartTypes } from '../vocabulary/display.ts'

/** The cash of one account in one currency, a position that never closes. */
export const cashPosition = z
  .object({
    position_reference: positionId.describe('Id of the account and the currency.'),
    account: reference,
    custodian: reference,
    currency: currencyCode,
    balance: z.number().describe('In its own currency.'),
    value: figure.describe('In the currency of the reply.'),
    weight: fraction,
    rate: figure,
    rate_date: isoDate.nullable(),
    ...pnlFields,
    interest: figure,
    fees: figure,
    taxes: figure,
    flags,
  })
  .meta({ id: 'CashPosition' })

const balance = z
  .object({
    allocated: figure.describe('Positions.'),
    total: figure.describe('Net asset value: positions and cash.'),
    cash: figure,
  })
  .meta({ id: 'Balance' })

const split = z.object({ total: figure, realized: figure, unrealized: figure }).meta({ id: 'PnlSplit' })

export const performanceAnswer = z
  .object({
    opening: balance.describe('At the opening close of the period.'),
    balance: balance.describe('At the end of the period.'),
    cash_flow: z.object({
      net_cashflow: figure.describe('opening.total + net_cashflow + pnl.abs.total = balance.total'),
      deposits: figure,
      withdrawals: figure,
      first_values: figure.describe(
        'Part of net_cashflow that is no payment: positions and balances at their first price or rate, see coverage.missing_before.',
      ),
      is_net_invested: z
        .boolean()
        .describe('The filter excludes cash, so purchases and sales are the flows ("net invested").'),
      flows: z
        .array(z.object({ from: isoDate, to: isoDate, deposits: z.number(), withdrawals: z.number() }))
        .describe('Payments by day, or by month or year where there are many; empty if they are unknown.'),
    }),
    pnl: z.object({
      abs: split,
      rel: split.describe(
        'Time-weighted return; realized and unrealized are contributions that add up to it.',
      ),
      on_capital: split
        .extend({ capital_base: capitalFields.capital_base })
        .describe('P/L as a share of the capital base: the same money and the same sign as abs.'),
    }),
    returns: z.object({
      twr: fraction,
      twr_annual: fraction.describe('Per year; null below one year.'),
      xirr: fraction.describe('Money-weighted, per year; null below one year.'),
      flows_count: z.number().int().describe('Deposits and withdrawals behind XIRR.'),
    }),
    daily_pnl: z
      .array(dailyPnl)
      .describe(
        'Daily or cumulative, as requested. Cumulative pnl_rel is the time-weighted return, as pnl.rel.',
      ),
    daily_balance: z.array(
      balance.extend({
        date: isoDate,
        net_cashflow: figure,
        missing_count: z
          .number()
          .int()
          .describe(
            'Positions and cash balances without price or rate on the day, excluded from the balance.',
          ),
      }),
    ),
    stale_value: figure.describe('Part of the balance valued at stale prices.'),
    missing_count: z
      .number()
      .int()
      .describe('Positions and cash balances without price or rate, excluded from the totals.'),
    coverage,
    basis,
    flags,
  })
  .meta({ id: 'Performance' })

const month = z
  .object({
    year: z.number().int(),
    month: z.number().int().min(1).max(12).nullable().describe('Null for the whole year.'),
    pnl_abs_total: figure,
    twr: fraction,
    is_partial: z.boolean().describe('Whether the period covers only part of it.'),
  })
  .meta({ id: 'MonthResult' })

const drawdown = z.object({
  depth: fraction,
  from: isoDate.nullable(),
  to: isoDate.nullable(),
  recovered_on: isoDate.nullable(),
})

const riskAnswer = z
  .object({
    observations: z.number().int().describe('Number of daily returns; below 20 the figures are null.'),
    is_annual: z
      .boolean()
      .describe('Whether the daily returns are of a year or more; below, the figures per year are null.'),
    volatility: fraction.describe('Per year; null below one year, as are the ratios.'),
    sharpe: figure,
    risk_free_rate: fraction,
    downside_deviation: fraction,
    sortino: figure,
    calmar: figure.describe('Annual return divided by the maximum drawdown; null below one year.'),
    value_at_risk: fraction.describe('The 5 % quantile of daily returns; negative for a loss.'),
    max_drawdown: drawdown,
    current_drawdown: drawdown,
    best_month: month.nullable(),
    worst_month: month.nullable(),
    months_up: z.number().int(),
    months_count: z.number().int(),
    daily_drawdown: z.array(z.object({ date: isoDate, drawdown: fraction })),
    basis,
    flags,
  })
  .meta({ id: 'Risk' })

const mover = z.object({
  currency: currencyCode,
  exposure: figure,
  rate_start: figure,
  rate_end: figure,
  rate_change: fraction,
  pnl_fx: figure.describe('Currency effect in the P/L; the rows add up to that of the explanation.'),
  flags,
})

export const overview = {
  cash: endpoint('POST', '/api/cash/', {
    summary: 'List the cash balances by account and currency.',
    body: filterBody,
    reply: z.object({
      data: z.array(cashPosition),
      count: z.number().int(),
      total: z.object({ value: figure, weight: fraction, ...pnlFields, ...capitalFields, flags }),
      basis,
    }),
    alsoReplies: ['text/csv'],
    may: everyone,
    reads: true,
  }),
  performance: endpoint('POST', '/api/performance/', {
    summary: 'Read balance, cash flow and P/L of the period, in total and day by day.',
    query: pointsQuery.extend({
      series: oneOf(pnlChartTypes)
        .default('daily')
        .describe('Whether daily_pnl is per day or cumulative since the opening.'),
    }),
    body: filterBody,
    reply: dataReply(performanceAnswer),
    may: everyone,
    reads: true,
  }),
  months: endpoint('POST', '/api/performance/months/', {
    summary: 'Read the returns of the period by month and by year.',
    body: filterBody,
    reply: dataReply(z.object({ months: z.array(month), years: z.array(month), basis, flags })),
    may: everyone,
    reads: true,
  }),
  risk: endpoint('POST', '/api/performance/risk/', {
    summary: 'Read volatility, risk-adjusted returns, value at risk and drawdowns of the period.',
    query: pointsQuery,
    body: filterBody,
    reply: dataReply(riskAnswer),
    may: everyone,
    reads: true,
  }),
  currencyMovers: endpoint('POST', '/api/performance/currency-movers/', {
    summary: 'Read the effect of exchange rates on the P/L by currency.',
    body: filterBody,
    reply: dataReply(
      z.object({
        rows: z.array(mover),
        total: z.object({ exposure: figure, pnl_fx: figure }),
        basis,
        flags,
      }),
    ),
    may: everyone,
    reads: true,
  }),
}
