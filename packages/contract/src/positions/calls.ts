import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { basis, pointsQuery, priceUnitsQuery } from '../core/figures.ts'
import { filterBody } from '../core/filter.ts'
import { dataReply, orderBy, pageQuery, pageReply } from '../core/page.ts'
import { everyone, everyoneButDemo } from '../core/policy.ts'
import { oneOf, positionId, queryBoolean, queryInteger, searchText } from '../core/values.ts'
import { positionType } from '../core/words.ts'
import { currencyTypes } from '../vocabulary/display.ts'
import { positionDetail } from './detail.ts'
import { position, positionFieldNames, positionTotals } from './shapes.ts'

const trend = queryBoolean.default(false).describe('Whether to include price_trend.')

/** The filter as JSON text, because browsers cannot send a body with GET. */
const filterParameter = z
  .string()
  .max(20_000)
  .transform((text, context) => {
    try {
      // The next schema validates the parsed JSON.
      return JSON.parse(text) as unknown
    } catch {
      context.addIssue({ code: 'custom', message: 'Use the filter object as JSON text.' })
      return z.NEVER
    }
  })
  .pipe(filterBody)
  .meta({ contentMediaType: 'application/json' })

const searchQuery = z.object({
  type: positionType.default('open'),
  q: searchText.default('').describe('Part of a name, symbol or ISIN. An empty one finds nothing.'),
  limit: queryInteger(1, 1000).default(10),
  offset: pageQuery.shape.offset,
})

export const byPositionId = z.object({ id: positionId })

export const positions = {
  list: endpoint('POST', '/api/positions/list/', {
    summary: 'List the open positions, or those closed within the period, with totals. Cash is not included.',
    query: z.object({
      type: positionType.default('open'),
      trend,
      ...pageQuery.shape,
      ...orderBy(positionFieldNames, '-value').shape,
    }),
    body: filterBody,
    reply: pageReply(position).extend({ total: positionTotals, basis }),
    alsoReplies: ['text/csv'],
    may: everyone,
    reads: true,
  }),
  bestWorst: endpoint('POST', '/api/positions/best-worst/', {
    summary:
      'List the open positions with the largest gains and losses in the period. None is in both lists.',
    query: z.object({
      count: queryInteger(1, 100).default(10),
      currency_type: oneOf(currencyTypes)
        .default('calculated')
        .describe('original ranks by local returns and shows amounts in the currency of each position.'),
      ...orderBy(['pnl_rel_total', 'pnl_abs_total'], '-pnl_rel_total').shape,
    }),
    body: filterBody,
    reply: dataReply(z.object({ best: z.array(position), worst: z.array(position), basis })),
    may: everyone,
    reads: true,
  }),
  search: endpoint('GET', '/api/positions/search/', {
    summary: 'Find positions by name, symbol or ISIN, with the filter as JSON text in the query.',
    query: searchQuery.extend({
      filter: filterParameter.optional().describe('The filter object as JSON text.'),
    }),
    reply: pageReply(position).extend({ basis }),
    may: everyone,
  }),
  searchByBody: endpoint('POST', '/api/positions/search/', {
    summary: 'Find positions by name, symbol or ISIN, with the filter in the body.',
    query: searchQuery,
    body: filterBody,
    reply: pageReply(position).extend({ basis }),
    may: everyone,
    reads: true,
  }),
  detail: endpoint('POST', '/api/positions/:id/', {
    summary: 'Read the details of one position in its own and in the reporting currency.',
    params: byPositionId,
    query: pointsQuery.extend(priceUnitsQuery.shape),
    body: filterBody,
    reply: dataReply(positionDetail),
    may: everyoneButDemo,
    reads: true,
    errors: ['demo_no_details'],
  }),
}
