import type { ManualField } from '@plumbline/contract'
import type { Asset, AssetChangeBody } from './asset-types.ts'

type ChangedField = 'name' | 'country' | 'sector' | 'notes' | ManualField

// A record, so that a new field of manual assets cannot be left out.
const changedFields: Record<ChangedField, true> = {
  name: true,
  country: true,
  sector: true,
  notes: true,
  isin: true,
  base_currency: true,
  quote_currency: true,
  location: true,
  author: true,
  year: true,
  maturity: true,
  interest_rate: true,
  side: true,
  payments_per_year: true,
  day_count: true,
  repayment: true,
}
// The keys of the record are the fields.
const fields = Object.keys(changedFields) as ChangedField[]

/** The change that undoes another one: fields and entries as they were, without those that were added. */
export function undoChange(before: Asset, after: Asset): AssetChangeBody {
  const changed = fields.filter(field => before[field] !== after[field])
  return {
    ...Object.fromEntries(changed.map(field => [field, before[field]])),
    transactions: undoEntries(before.transactions, after.transactions),
    valuations: undoEntries(before.valuations, after.valuations),
    revision: after.revision,
  }
}

function undoEntries<Entry extends { id: string }>(before: readonly Entry[], after: readonly Entry[]) {
  const now = new Map(after.map(entry => [entry.id, entry]))
  const added = after.filter(({ id }) => !before.some(entry => entry.id === id))
  const different = before.filter(entry => describeEntry(entry) !== describeEntry(now.get(entry.id)))
  return [
    ...added.map(entry => ({ ...entry, is_void: true })),
    // A voided entry is entered again.
    ...different.map(entry => ({ ...entry, id: now.has(entry.id) ? entry.id : null, is_void: false })),
  ]
}

/** What a person states in an entry. */
function describeEntry(entry: object | undefined): string {
  const derived = ['revision', 'change_rel']
  return JSON.stringify(Object.entries(entry ?? {}).filter(([field]) => !derived.includes(field)))
}
