import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { basis, capitalFields, incomeFields, pnlFields } from '../core/figures.ts'
import { filterBody } from '../core/filter.ts'
import { orderBy, pageQuery } from '../core/page.ts'
import { everyone } from '../core/policy.ts'
import { figure, flags, fraction, queryBoolean } from '../core/values.ts'
import { groupKey, positionType } from '../core/words.ts'
import { position, positionFieldNames, positionTotals } from '../positions/shapes.ts'
import { defaultGroupKey } from '../vocabulary/grouping.ts'

const groupFields = {
  key: z
    .string()
    .describe('Value for filter_value of the detail call; `none` for positions without the attribute.'),
  name: z.string(),
  count: z.number().int().describe('Open positions, cash included.'),
  value: figure,
  exposure: figure,
  weight: fraction.describe('Share of the net asset value.'),
  exposure_weight: fraction.describe('Exposure as a share of the net asset value.'),
  contribution: fraction.describe("Contribution to the portfolio's return; groups add up to it."),
  ...pnlFields,
  ...capitalFields,
  ...incomeFields,
}

// Object.keys loses the key type; the keys are those of the object above.
export const groupFieldNames = Object.keys(groupFields) as (keyof typeof groupFields)[]

const pnl = z.object(pnlFields)

export const group = z
  .object({
    ...groupFields,
    open: pnl.describe('P/L of its open positions.'),
    closed: pnl.describe('P/L of its closed positions; together with open it is the P/L of the group.'),
    flags,
  })
  .meta({ id: 'Group', description: 'A group of positions.' })

export const grouped = {
  list: endpoint('POST', '/api/grouped/', {
    summary: 'Group the portfolio, cash included. Groups sum to the portfolio, strategies may overlap.',
    query: z.object({
      group_by: groupKey
        .optional()
        .describe(`By default settings.group_by of the body, else ${defaultGroupKey}.`),
      ...orderBy(groupFieldNames, '-value').shape,
    }),
    body: filterBody,
    reply: z.object({
      data: z.array(group),
      count: z.number().int(),
      total: positionTotals
        .nullable()
        .describe('Null if groups overlap, because a sum would count positions twice.'),
      is_overlapping: z.boolean(),
      basis,
    }),
    alsoReplies: ['text/csv'],
    may: everyone,
    reads: true,
  }),
  detail: endpoint('POST', '/api/grouped/detail/', {
    summary: 'List the positions of one group.',
    query: z.object({
      filter_key: groupKey,
      filter_value: z.string().min(1).max(200).describe('The key of the group.'),
      position_type: positionType.default('open'),
      cash: queryBoolean
        .default(true)
        .describe('Whether cash counts among the open positions, as in the list of groups.'),
      ...pageQuery.shape,
      ...orderBy(positionFieldNames, '-value').shape,
    }),
    body: filterBody,
    reply: z.object({
      data: z.array(position),
      total: figure.describe('Value of all positions of the group, on all pages.'),
      count: z.number().int(),
      totals: positionTotals,
      basis,
    }),
    alsoReplies: ['text/csv'],
    may: everyone,
    reads: true,
    errors: ['not_found'],
  }),
}
