import { manualFields } from '@plumbline/contract'
import type { Asset, AssetChangeBody } from './asset-types.ts'

const fields = ['name', 'country', 'sector', 'notes', ...manualFields] as const

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
