import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, dataOf } from './page.ts'
import { adminOnly, everyoneButDemo } from './policy.ts'
import { isoTime, oneOf, reference, shortText } from './values.ts'

/** The largest archive that is read. */
const maxArchiveBytes = 200 * 1024 * 1024

const leftOut = z.object({
  kind: oneOf(['ticker', 'template', 'report', 'rule']),
  reason: oneOf(['already_there', 'unusable']).describe(
    'You follow it or have one of this name already, or it says what cannot be saved here.',
  ),
  count: z.number().int(),
})

const ofPerson = {
  strategies_count: z.number().int(),
  tickers_count: z.number().int().describe('Tickers that are followed, with their price targets.'),
  templates_count: z.number().int().describe('Saved filters.'),
  reports_count: z.number().int(),
  rules_count: z.number().int().describe('Rules that notify.'),
}

const contents = z
  .object({
    name: z.string(),
    is_name_taken: z.boolean().describe('Whether a family here is called so: give the new one another name.'),
    currency: z.string(),
    created_at: isoTime.nullable(),
    accounts_count: z.number().int(),
    transactions_count: z.number().int().describe('Every version of every booking.'),
    instruments_count: z.number().int(),
    prices_count: z.number().int().describe('Closes and rates.'),
    ...ofPerson,
  })
  .meta({ id: 'ArchiveContents' })

const restored = z
  .object({
    family: reference,
    accounts_count: z.number().int(),
    transactions_count: z.number().int(),
    instruments_count: z.number().int().describe('Those that were not there before.'),
    prices_count: z.number().int().describe('Closes and rates that were not there before.'),
    ...ofPerson,
    left_out: z.array(leftOut).describe('What was not taken over, and why.'),
  })
  .meta({ id: 'RestoredFamily' })

export const archive = {
  download: endpoint('GET', '/api/families/:id/archive/', {
    summary:
      'Download all data of a family, and what you made with it, as one archive: JSON to restore, CSV to read.',
    params: byId,
    alsoReplies: ['application/zip'],
    may: everyoneButDemo,
  }),
  look: endpoint('POST', '/api/families/archive/contents/', {
    summary: 'Read what an archive holds; nothing is saved. The body is the archive as it is.',
    upload: { maxBytes: maxArchiveBytes },
    reads: true,
    reply: dataOf(contents),
    may: adminOnly,
    errors: ['unreadable_file'],
  }),
  restore: endpoint('POST', '/api/families/archive/', {
    summary:
      'Make a new family of an archive, with the same figures; what is a person’s goes to you. The body is the file.',
    query: z.object({ name: shortText.optional().describe('How to call it, if not as in the archive.') }),
    upload: { maxBytes: maxArchiveBytes },
    reply: dataOf(restored),
    may: adminOnly,
    errors: ['unreadable_file', 'already_exists'],
    creates: true,
  }),
}
