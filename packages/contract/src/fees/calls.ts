import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { basis, pointsQuery } from '../core/figures.ts'
import { filterBody } from '../core/filter.ts'
import { dataReply } from '../core/page.ts'
import { everyone } from '../core/policy.ts'
import { figure, flags, fraction, isoDate, oneOf } from '../core/values.ts'
import { feeGroupKeys } from '../vocabulary/grouping.ts'

const feeDay = z
  .object({ date: isoDate, daily_fees_abs: figure, cumulative_sum: figure })
  .meta({ id: 'FeeDay' })

const feeFigures = {
  count: z.number().int().describe('Charges.'),
  sum: figure,
  trade_fees: figure.describe('Charged with trades.'),
  account_fees: figure.describe('Charged to accounts: custody, management.'),
  trailer_fees: figure.describe('Retrocessions received, negative.'),
  bps: figure.describe('Basis points of the average net asset value of the whole scope; groups add up.'),
  bps_annual: figure.describe('Per year; null for less than a year.'),
}

const feeTotal = z
  .object({
    ...feeFigures,
    average_nav: figure,
    days: z.number().int().describe('Number of calendar days in the average.'),
    daily_ts: z.array(feeDay),
    flags,
  })
  .meta({ id: 'FeeTotal' })

const feeGroup = z
  .object({
    key: z.string(),
    name: z.string(),
    ...feeFigures,
    share: fraction.describe('Share of all fees.'),
    bps_own: figure.describe('Basis points of its own average assets; groups do not add up.'),
    average_nav_own: figure,
    flags,
  })
  .meta({ id: 'FeeGroup' })

const feesReply = dataReply(z.object({ total: feeTotal, group_by: z.array(feeGroup), basis }))

export const fees = {
  list: endpoint('POST', '/api/fees/', {
    summary: 'Read the fees of the period, day by day and by group.',
    query: pointsQuery.extend({ group_by: oneOf(feeGroupKeys).default('custodian') }),
    body: filterBody,
    reply: feesReply,
    alsoReplies: ['text/csv'],
    may: everyone,
    reads: true,
  }),
  detail: endpoint('POST', '/api/fees/detail/', {
    summary: 'Read the fees of one group, day by day and by subgroup.',
    query: pointsQuery.extend({
      filter_key: oneOf(feeGroupKeys),
      filter_value: z.string().min(1).max(200).describe('The key of the group.'),
      group_by: oneOf(feeGroupKeys).default('transaction_type'),
    }),
    body: filterBody,
    reply: feesReply,
    alsoReplies: ['text/csv'],
    may: everyone,
    reads: true,
    errors: ['not_found'],
  }),
}
