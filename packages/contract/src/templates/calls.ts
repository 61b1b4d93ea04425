import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { filters } from '../core/filter.ts'
import { byId, dataReply, pageQuery, pageReply } from '../core/page.ts'
import { everyone, everyoneButDemo } from '../core/policy.ts'
import { expectedVersion, shortText, version } from '../core/values.ts'

const shape = filters.shape

/** A template is a saved filter. Its field names are kept for compatibility. */
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

/** Converts a stored template to its wire shape: lists without a restriction are empty. */
export function toTemplate(stored: {
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
    reply: pageReply(template),
    may: everyone,
  }),
  create: endpoint('POST', '/api/templates/', {
    summary: 'Save a filter under a name; omitted lists do not restrict it.',
    body: change.required({ name: true }),
    reply: dataReply(template),
    may: everyoneButDemo,
    errors: ['already_exists', 'limit_reached'],
    creates: true,
  }),
  change: endpoint('PATCH', '/api/templates/:id/', {
    summary: 'Change the name or content of a saved filter.',
    params: byId,
    body: change.extend({ version: expectedVersion }),
    reply: dataReply(template),
    may: everyoneButDemo,
    errors: ['already_exists', 'conflict'],
  }),
  remove: endpoint('DELETE', '/api/templates/:id/', {
    summary: 'Delete a saved filter.',
    params: byId,
    may: everyoneButDemo,
  }),
}
