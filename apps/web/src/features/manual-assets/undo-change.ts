import type { Asset, AssetChangeBody } from './use-manual-assets.ts'

const fields = [
  'name',
  'country',
  'sector',
  'notes',
  'isin',
  'base_currency',
  'quote_currency',
  'location',
  'author',
  'year',
  'maturity',
  'interest_rate',
  'side',
  'payments_per_year',
  'day_count',
  'repayment',
] as const

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
  const added = after.filter(({ id }) => !before.some(entry => entry.id === id))
  const restored = before.flatMap((entry): (Omit<Entry, 'id'> & { id: string | null })[] => {
    const now = after.find(({ id }) => id === entry.id)
    // A voided entry is entered again.
    if (!now) return [{ ...entry, id: null }]
    return isSame(entry, now) ? [] : [entry]
  })
  return [...added.map(entry => ({ ...entry, is_void: true })), ...restored]
}

/** Whether nothing changed that a person states. */
function isSame<Entry extends object>(before: Entry, now: Entry): boolean {
  const stated = ({ revision: _revision, change_rel: _change, ...rest }: Record<string, unknown>) =>
    JSON.stringify(rest)
  return stated(Object.fromEntries(Object.entries(before))) === stated(Object.fromEntries(Object.entries(now)))
}
