import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, dataOf } from './page.ts'
import { adminOnly, everyoneButDemo } from './policy.ts'
import { reference, shortText } from './values.ts'

/** The largest archive that is read. */
const maxArchiveBytes = 200 * 1024 * 1024

const restored = z
  .object({
    family: reference,
    accounts_count: z.number().int(),
    transactions_count: z.number().int(),
    instruments_count: z.number().int().describe('Those that were not there before.'),
    prices_count: z.number().int().describe('Closes and rates that were not there before.'),
  })
  .meta({ id: 'RestoredFamily' })

export const archive = {
  download: endpoint('GET', '/api/families/:id/archive/', {
    summary:
      'Download all data of a family that you may see as one archive: JSON to restore it, CSV to read it.',
    params: byId,
    alsoReplies: ['application/zip'],
    may: everyoneButDemo,
  }),
  restore: endpoint('POST', '/api/families/archive/', {
    summary: 'Make a new family of an archive, with the same figures. The body is the archive as it is.',
    query: z.object({ name: shortText.optional().describe('How to call it, if not as in the archive.') }),
    upload: { maxBytes: maxArchiveBytes },
    reply: dataOf(restored),
    may: adminOnly,
    errors: ['unreadable_file', 'already_exists'],
  }),
}
