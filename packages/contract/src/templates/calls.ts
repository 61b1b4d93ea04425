import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { filters } from '../core/filter.ts'
import { byId, dataOf, pageOf, pageQuery } from '../core/page.ts'
import { everyone, everyoneButDemo } from '../core/policy.ts'
import { expectedVersion, shortText, version } from '../core/values.ts'

const shape = filters.shape

/** A template is a saved filter. Its fields are spelled as the product always spelled them. */
const templateFields = {
  name: shortText,
  filterAccount: shape.filter_account.unwrap(),
  filterCustodian: shape.filter_custodian.unwrap(),
  filterInstrumentType: shape.filter_instrument_type.unwrap(),
  filterSector: shape.filter_sector.unwrap(),
  filterCountry: shape.filter_country.unwrap(),
  filterCurrency: shape.filter_currency.unwrap(),
}

export const template = z.object({ id: z.uuid(), ...templateFields, version }).meta({ id: 'Template' })
export type Template = z.infer<typeof template>

/** A stored template as it stands on the wire: lists that narrow nothing are empty. */
export function templateOf(stored: {
  id: string
  name: string
  filters: Record<string, unknown>
  version: number
}): Template {
  return template.parse({
    filterAccount: [],
    filterCustodian: [],
    filterInstrumentType: [],
    filterSector: [],
    filterCountry: [],
    filterCurrency: [],
    ...stored.filters,
    id: stored.id,
    name: stored.name,
    version: stored.version,
  })
}

const change = z.object(templateFields).partial()

export const templates = {
  list: endpoint('GET', '/api/templates/', {
    summary: 'List your saved filters by name.',
    query: pageQuery,
    reply: pageOf(template),
    may: everyone,
  }),
  create: endpoint('POST', '/api/templates/', {
    summary: 'Save a filter under a name; the lists that are left out narrow nothing.',
    body: change.required({ name: true }),
    reply: dataOf(template),
    may: everyoneButDemo,
    errors: ['already_exists', 'limit_reached'],
    creates: true,
  }),
  change: endpoint('PATCH', '/api/templates/:id/', {
    summary: 'Rename a saved filter or change what it holds.',
    params: byId,
    body: change.extend({ version: expectedVersion }),
    reply: dataOf(template),
    may: everyoneButDemo,
    errors: ['already_exists', 'conflict'],
  }),
  remove: endpoint('DELETE', '/api/templates/:id/', {
    summary: 'Delete a saved filter.',
    params: byId,
    may: everyoneButDemo,
  }),
}
