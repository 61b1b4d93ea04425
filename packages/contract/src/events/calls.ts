import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { basis } from '../core/figures.ts'
import { filterBody } from '../core/filter.ts'
import { pageQuery, pageReply } from '../core/page.ts'
import { everyone } from '../core/policy.ts'
import {
  currencyCode,
  figure,
  flags,
  instrumentId,
  isoDate,
  positionId,
  reference,
  someOf,
} from '../core/values.ts'
import { eventType, instrumentType } from '../core/words.ts'
import { eventRange } from '../vocabulary/events.ts'

const dayMs = 86_400_000

/** Events have their own range and ignore the period. */
const range = z
  .object({ start_date: isoDate, end_date: isoDate })
  .refine(({ start_date, end_date }) => start_date <= end_date, {
    error: 'The end date cannot be before the start date.',
    path: ['end_date'],
  })
  .refine(
    ({ start_date, end_date }) =>
      (Date.parse(end_date) - Date.parse(start_date)) / dayMs <= eventRange.maxDays,
    { error: `The range can have at most ${eventRange.maxDays} days.`, path: ['end_date'] },
  )

export const portfolioEvent = z
  .object({
    id: z.string(),
    date: isoDate.describe('The actual date, which may be on a weekend.'),
    event_type: eventType,
    position_id: positionId.nullable(),
    instrument_id: instrumentId,
    name: z.string(),
    account: reference.nullable(),
    instrument_type: instrumentType,
    description: z.string().nullable().describe('Such as the amount per share.'),
    quantity: z.number().nullable(),
    currency: currencyCode,
    original_amount: figure.describe(
      'Expected amount in its own currency; null for events without a payment.',
    ),
    calculated_amount: figure.describe('The same in the currency of the answer.'),
    is_estimated: z.boolean().describe('Estimated from past events, not announced.'),
    flags,
  })
  .meta({ id: 'Event' })

const statistic = { count: z.number().int(), calculated_amount: figure }

export const events = {
  list: endpoint('POST', '/api/events/', {
    summary: 'List upcoming events of the positions by date, with sums by month and by type.',
    query: pageQuery,
    body: filterBody.extend({
      range: range.optional().describe('By default from today to three weeks after the farthest event.'),
      event_types: someOf(eventType).optional().describe('By default all.'),
    }),
    reply: pageReply(portfolioEvent).extend({
      extra: z.object({
        statistics: z.object({
          period: z.array(z.object({ period: z.string().describe('Month such as 2026-11.'), ...statistic })),
          event_type: z.array(z.object({ event_type: eventType, ...statistic })),
          total: z.object(statistic),
        }),
        range: z.object({ start_date: isoDate, end_date: isoDate }),
        farthest: isoDate.nullable().describe('Day of the farthest event known.'),
        partial_before: isoDate
          .nullable()
          .describe(
            'Earlier days are partial: events of terms and calendars only. Payments that were made are transactions. Null: complete.',
          ),
      }),
      basis,
    }),
    alsoReplies: ['text/csv'],
    may: everyone,
    reads: true,
  }),
}
