import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { byId, dataReply } from '../core/page.ts'
import { adminOnly, everyoneButDemo } from '../core/policy.ts'
import { isoDate, isoTime, oneOf, queryBoolean, reference, shortText } from '../core/values.ts'

/** Maximum size of an archive. */
const maxArchiveBytes = 200 * 1024 * 1024

const leftOut = z.object({
  kind: oneOf(['ticker', 'template', 'report', 'rule', 'benchmark', 'target']),
  reason: oneOf(['already_there', 'unusable']).describe(
    'Already on your watchlist or taken by name, or not valid in this installation.',
  ),
  count: z.number().int(),
})

/** Maximum number of instruments that a preview lists by name. */
export const maxInstrumentsListed = 200

const notRestored = z.object({
  kind: oneOf(['price', 'rate', 'split', 'event']),
  reason: oneOf(['kept_here', 'not_added', 'date', 'value', 'currency']).describe(
    'The installation has its own data; it has none and market data is not added; the date is invalid or in the future; the number is not positive or too long; the currency is unknown.',
  ),
  count: z.number().int(),
  names: z.array(z.string()).describe('The first instruments or currencies concerned.'),
})

const written = z.object({
  count: z.number().int(),
  start_date: isoDate.nullable(),
  end_date: isoDate.nullable(),
})

const addMarketData = queryBoolean
  .optional()
  .describe(
    'Whether instruments and rates that this installation lacks become shared market data. Otherwise missing instruments belong to the restored family and missing rates are left out.',
  )

const toolCounts = {
  strategies_count: z.number().int(),
  tickers_count: z.number().int().describe('Watched tickers with their price targets.'),
  templates_count: z.number().int().describe('Saved filters.'),
  reports_count: z.number().int(),
  rules_count: z.number().int().describe('Notification rules.'),
  benchmarks_count: z.number().int(),
  targets_count: z.number().int().describe('Target allocations, one per division and day of validity.'),
  client_tasks_count: z.number().int().describe('Tasks and notes of staff.'),
}

const contents = z
  .object({
    name: z.string(),
    is_name_taken: z.boolean().describe('Whether a family of this name exists: choose another name.'),
    currency: z.string(),
    created_at: isoTime.nullable(),
    accounts_count: z.number().int(),
    accounts: z.array(
      z.object({ name: z.string(), currency: z.string(), transactions_count: z.number().int() }),
    ),
    custodians: z.array(z.string()).describe('Custodians that this installation lacks.'),
    transactions_count: z.number().int().describe('Every version of every transaction.'),
    instruments_count: z.number().int(),
    instruments: z
      .array(
        z.object({
          name: z.string(),
          isin: z.string().nullable(),
          currency: z.string(),
          outcome: oneOf(['existing', 'private', 'shared']).describe(
            'Taken from this installation, added as the family’s own, or added for everyone.',
          ),
        }),
      )
      .describe(`New ones first; at most ${maxInstrumentsListed} of each outcome.`),
    existing_instruments_count: z.number().int(),
    private_instruments_count: z.number().int(),
    shared_instruments_count: z.number().int(),
    prices_count: z.number().int().describe('Closes and rates that would be written.'),
    prices: written,
    rates: written.extend({ currencies: z.array(z.string()) }),
    not_restored: z.array(notRestored).describe('Market data that would be left out, and why.'),
    can_add_market_data: z
      .boolean()
      .describe('Whether it has shared instruments or rates that this installation lacks.'),
    as_of: isoDate
      .nullable()
      .describe('The last day with figures for all families, if the restore sets it for the first time.'),
    ...toolCounts,
  })
  .meta({ id: 'ArchiveContents' })

const restored = z
  .object({
    family: reference,
    accounts_count: z.number().int(),
    transactions_count: z.number().int(),
    instruments_count: z.number().int().describe('Those that were missing before.'),
    prices_count: z.number().int().describe('Closes and rates that were written.'),
    not_restored: z.array(notRestored).describe('Market data that was left out, and why.'),
    ...toolCounts,
    left_out: z.array(leftOut).describe('Objects that were not restored, and why.'),
  })
  .meta({ id: 'RestoredFamily' })

export const archive = {
  download: endpoint('GET', '/api/families/:id/archive/', {
    summary:
      'Download all data of a family and your own objects as one archive: JSON to restore, CSV to read.',
    params: byId,
    alsoReplies: ['application/zip'],
    may: everyoneButDemo,
  }),
  look: endpoint('POST', '/api/families/archive/contents/', {
    summary:
      'Preview a restore: what would be written and what left out. Nothing is saved. The body is the archive.',
    query: z.object({ add_market_data: addMarketData }),
    upload: { maxBytes: maxArchiveBytes },
    reads: true,
    reply: dataReply(contents),
    may: adminOnly,
    errors: ['unreadable_file'],
  }),
  restore: endpoint('POST', '/api/families/archive/', {
    summary:
      'Restore an archive as a new family with the same figures. Personal objects become yours. The body is the file.',
    query: z.object({
      name: shortText.optional().describe('Name of the family, if not that of the archive.'),
      add_market_data: addMarketData,
    }),
    upload: { maxBytes: maxArchiveBytes },
    reply: dataReply(restored),
    may: adminOnly,
    errors: ['unreadable_file', 'already_exists'],
    creates: true,
  }),
}
