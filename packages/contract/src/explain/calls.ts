import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { basis, capitalFields } from '../core/figures.ts'
import { filterBody } from '../core/filter.ts'
import { dataReply } from '../core/page.ts'
import { everyone } from '../core/policy.ts'
import { figure, flags, fraction, isoDate, oneOf, positionId } from '../core/values.ts'
import { groupKey, receiptFigure } from '../core/words.ts'
import { explanationSplits, receiptOperations } from '../vocabulary/explaining.ts'
import { scenario } from '../what-if/calls.ts'
import { moveParts } from './shapes.ts'

/** The subject of an explanation: the whole scope, a group, a strategy or a position. */
export const subject = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('portfolio') }),
    z.object({ kind: z.literal('group'), group_by: groupKey, key: z.string().min(1).max(200) }),
    z.object({ kind: z.literal('strategy'), id: z.uuid() }),
    z.object({ kind: z.literal('position'), id: positionId }),
  ])
  .meta({ id: 'Subject', description: 'What a question is about: the whole scope or one part of it.' })
export type Subject = z.infer<typeof subject>

export const explanationRow = z
  .object({
    key: z.string(),
    name: z.string(),
    position_id: positionId.nullable().describe('Null for groups.'),
    is_cash: z.boolean(),
    move_rel: fraction.describe(
      'Change of the price in the currency of the instrument, or of the rate of a currency; null for other groups.',
    ),
    parts: moveParts,
    flows: figure.describe('Inflows less outflows; not part of the P/L.'),
    pnl_abs_total: figure,
    contribution: fraction.describe('Contribution to the time-weighted return; the rows add up to twr.'),
    flags,
  })
  .meta({ id: 'ExplanationRow' })

const explanation = z
  .object({
    trading_days: z.number().int(),
    opening_value: figure,
    closing_value: figure,
    flows: figure.describe('Opening value + flows + P/L = closing value.'),
    pnl_abs_total: figure.describe('The figure that is explained.'),
    pnl_rel_total: fraction.describe('The figure as a share of capital_base.'),
    ...capitalFields,
    parts: moveParts,
    residual: figure.describe('Unexplained remainder: zero before rounding.'),
    rows: z
      .array(explanationRow)
      .describe(
        'Largest move first, weeks in order. They add up to the total, part by part, however it is split.',
      ),
    unmoved_count: z.number().int().describe('Number of entries in scope that did not move and have no row.'),
    daily: z
      .array(z.object({ date: isoDate, pnl_abs_total: figure }))
      .describe('Weekdays, and weekend days with a change; they add up to the total.'),
    basis,
    flags,
  })
  .meta({ id: 'Explanation' })

const receiptFlag = oneOf(['stale', 'estimated', 'assumed'])
  .nullable()
  .describe(
    'A close carried forward for more than a week, estimated from a transaction, or an input that a what-if assumes.',
  )

const unit = z.string().nullable().describe('A currency code, % or bps; null for plain numbers.')
const printed = z
  .string()
  .nullable()
  .describe(
    'The value as it is printed, a decimal with as many digits as the calculation needs; % in percent.',
  )

/** A figure that has a receipt of its own. */
const receiptLink = z
  .object({
    figure: receiptFigure,
    position_id: positionId.nullable().describe('Null for the subject of the receipt.'),
    start_date: isoDate,
    end_date: isoDate,
  })
  .meta({ id: 'ReceiptLink' })

/** One line of a calculation: a transaction, a lot, a price, a rate, or the result of another calculation. */
const receiptLine = z
  .object({
    operator: oneOf(['none', 'plus', 'minus', 'times', 'divided']),
    label: z.string(),
    value: figure,
    printed,
    unit,
    date: isoDate.nullable().describe('Of a quote, its own day.'),
    source: z.string().nullable().describe('Where the line came from, such as an exchange or a file.'),
    flag: receiptFlag,
    transaction_id: z.string().nullable(),
    calculation: z.number().int().nullable().describe('The place of its calculation; null for an input.'),
    receipt: receiptLink.nullable().describe('The receipt that has the details of an input.'),
  })
  .meta({ id: 'ReceiptLine' })
export type ReceiptLine = z.infer<typeof receiptLine>

/** The lines of a result. Computed as printed and rounded to its printed digits, they give the printed result. */
const receiptCalculation = z
  .object({
    operation: oneOf(receiptOperations).describe(
      'arithmetic: the operators of the lines; highest: the largest magnitude; compound: (1 + first) × (1 + second) × … − 1; growth: first × (1 + second); rate_of_return: the yearly rate at which the lines, discounted to the first date, add up to 0; deviation: sample standard deviation of the lines; slope: covariance of the first and the second of each two lines ÷ variance of the second; correlation: of the first and the second of each two lines; root: first ^ (1 ÷ second); power: first ^ second; rounded: the first in hundredths of a percent.',
    ),
    lines: z.array(receiptLine),
  })
  .meta({ id: 'ReceiptCalculation' })
export type ReceiptCalculation = z.infer<typeof receiptCalculation>

const receipt = z
  .object({
    title: z.string(),
    figure: receiptFigure,
    label: z.string().describe('The name of the figure.'),
    value: figure,
    printed,
    unit,
    formula: z.string().describe('In words.'),
    calculations: z
      .array(receiptCalculation)
      .describe(
        'The first gives the figure, the others the lines that refer to them. Empty if the figure cannot be computed.',
      ),
    recomputed: figure.describe('The same figure, recomputed from the inputs.'),
    difference: figure.describe('Zero unless there is a bug.'),
    computed_at: z.iso.datetime(),
    basis,
    flags,
  })
  .meta({ id: 'Receipt' })
export type Receipt = z.infer<typeof receipt>

export const explain = {
  move: endpoint('POST', '/api/explain/', {
    summary: 'Explain the change in value of a scope on one day or over a range of days.',
    body: filterBody
      .extend({
        subject: subject.default({ kind: 'portfolio' }),
        start_date: isoDate.describe('First day, inclusive.'),
        end_date: isoDate.describe('Last day, inclusive.'),
        split_by: oneOf(explanationSplits).default('position'),
      })
      .refine(({ start_date, end_date }) => start_date <= end_date, {
        error: 'The end date cannot be before the start date.',
        path: ['end_date'],
      }),
    reply: dataReply(explanation),
    alsoReplies: ['text/csv'],
    may: everyone,
    reads: true,
    errors: ['demo_no_details', 'not_found'],
  }),
  receipt: endpoint('POST', '/api/receipt/', {
    summary: 'Show how a figure was computed: formula, inputs with date and source, and a recomputation.',
    body: filterBody.extend({
      subject: subject.default({ kind: 'portfolio' }),
      figure: receiptFigure,
      view: oneOf(['calculated', 'original']).default('calculated'),
      scenario: scenario.optional().describe('Computes the figure as in a what-if with these changes.'),
    }),
    reply: dataReply(receipt),
    may: everyone,
    reads: true,
    errors: ['demo_no_details', 'not_found'],
  }),
}
