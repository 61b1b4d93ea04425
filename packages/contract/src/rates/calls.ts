import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { dataReply, orderBy, pageQuery, pageReply } from '../core/page.ts'
import { confirm, confirmBody } from '../core/plausibility.ts'
import { adminOnly } from '../core/policy.ts'
import { currencyCode, isoDate, isoTime, queryBoolean, reference } from '../core/values.ts'

/** 1 base = rate quote. */
const pair = { base: currencyCode, quote: currencyCode, rate: z.number().positive().max(1e12) }

export const rate = z
  .object({
    currency: currencyCode,
    date: isoDate,
    rate: z.number().describe('One unit of the currency in US dollars.'),
    source: z.string(),
    is_entered: z.boolean().describe('It was typed or uploaded, so no provider replaces it.'),
    stated: z
      .object(pair)
      .nullable()
      .describe('The pair as it was stated: 1 base = rate quote. Null where it is the rate itself.'),
    via: currencyCode.nullable().describe('The currency by whose rate this one was derived.'),
    set_by: reference.nullable().describe('The user who entered it.'),
    received_at: isoTime,
  })
  .meta({ id: 'Rate', description: 'An exchange rate of a day.' })

export const rates = {
  list: endpoint('GET', '/api/rates/', {
    summary: 'List exchange rates.',
    query: pageQuery.extend({
      currency: currencyCode.optional(),
      start_date: isoDate.optional(),
      end_date: isoDate.optional(),
      entered: queryBoolean
        .optional()
        .describe('Only those that were typed or uploaded, or only the others.'),
      ...orderBy(['date', 'currency', 'rate', 'source', 'received_at'], '-date').shape,
    }),
    reply: pageReply(rate),
    alsoReplies: ['text/csv'],
    may: adminOnly,
  }),
  set: endpoint('POST', '/api/rates/', {
    summary: 'Enter one exchange rate in either direction. A pair without US dollars is derived.',
    body: z.object({ ...pair, date: isoDate, confirm }),
    reply: dataReply(rate),
    may: adminOnly,
    errors: ['confirmation_required'],
    creates: true,
  }),
  remove: endpoint('DELETE', '/api/rates/:currency/:date/', {
    summary: 'Delete the rate of a day. The previous one is carried forward.',
    params: z.object({ currency: currencyCode, date: isoDate }),
    body: confirmBody,
    may: adminOnly,
    errors: ['confirmation_required'],
  }),
}
