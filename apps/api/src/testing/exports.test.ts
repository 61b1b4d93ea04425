import { allEndpoints } from '@plumbline/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readCsvLine } from '../platform/http/bodies/csv.ts'
import { ask, mayCall, sampleAs } from './access/requests.ts'
import { createWorld, type World } from './access/world.ts'

let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.app.close())

const isMoney =
  /^(value|amount|price|cost|proceeds|fees|taxes|sum|balance|exposure|total_value|before|after)$|_value$|_amount$|pnl_abs/

/** Exports without money of a family, and those that are made of a stored file or report. */
const others = ['audit.list', 'rates.list', 'imports.drafts', 'reports.pdf', 'jobs.result']

/** Returns and ratios only, in a currency and to a day. */
const withoutAmounts = ['benchmarks.compare']

/** Orders at known prices, and accounts whose lines say what is missing. */
const alwaysKnown = ['targets.propose', 'reconciliation.list']

/** Groups that exist in the family of the caller. */
const queries: Record<string, Record<string, string>> = {
  'grouped.detail': { filter_key: 'currency', filter_value: 'CHF' },
  'fees.detail': { filter_key: 'transaction_type', filter_value: 'fees_cash' },
}

/** Bodies that no sample can have: a comparison needs two families. */
const bodies = ({ own, second }: World): Record<string, object> => ({
  'clients.compare': { families: [own.familyId, second.familyId] },
})

const exporting = allEndpoints().filter(
  ([name, { alsoReplies }]) => alsoReplies?.includes('text/csv') && !others.includes(name),
)

describe('an export as CSV', () => {
  it.each(exporting)('of %s states the currency and the day of its amounts', async (name, endpoint) => {
    const caller = mayCall(endpoint, 'investor') ? 'investor' : 'admin'
    const sample = sampleAs(world, name, endpoint, caller)
    const query = queries[name] ?? sample.query
    const body = bodies(world)[name] ?? sample.body
    const reply = await ask(world, endpoint, { ...sample, query, body }, caller, {
      headers: { accept: 'text/csv' },
    })
    expect(reply.statusCode, reply.body).toBe(200)
    const columns = readCsvLine(reply.body.split('\r\n')[0] ?? '', ',')
    expect(columns.some(column => isMoney.test(column))).toBe(!withoutAmounts.includes(name))
    expect(columns.some(column => /currency$/.test(column))).toBe(true)
    expect(columns.some(column => /^as_of$|date$/.test(column))).toBe(true)
    // Amounts that are calculated for a family name it, the day and the currency in the name of the file too.
    if (columns.includes('as_of'))
      expect(decodeURIComponent(String(reply.headers['content-disposition']))).toMatch(
        /filename="(Home family|All families) .*\d{4}-\d\d-\d\d/,
      )
    if (columns.includes('as_of') && columns.includes('calculated_currency')) {
      expect(String(reply.headers['content-disposition'])).toMatch(/filename="[^"]* [A-Z]{3}[ .]/)
      expect(columns.some(column => /flags|reason|missing/.test(column))).toBe(!alwaysKnown.includes(name))
    }
  })
})
