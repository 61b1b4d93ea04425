import { isDeepStrictEqual } from 'node:util'

/** A rule as far as what it remembers depends on it. */
interface RememberedRule {
  task_data: Record<string, unknown>
  is_active: boolean
}

type State = Record<string, unknown>

/**
 * What a rule remembers after an edit. What it has announced stays announced, so that nothing is announced twice and a
 * correction is still told. Figures of other accounts say nothing about the new ones, and days of a pause are no news.
 */
export function stateAfterEdit(state: State, before: RememberedRule, after: RememberedRule): State {
  // The rule is evaluated again, although no figure has changed.
  const { seen: _, ...kept } = state
  const accounts = ({ task_data }: RememberedRule) =>
    Array.isArray(task_data.accounts) ? task_data.accounts.map(String).sort() : []
  if (!isDeepStrictEqual(accounts(before), accounts(after))) return { edition: readEdition(state) + 1 }
  return after.is_active && !before.is_active ? { ...kept, isResumed: true } : kept
}

/** How often the accounts of a rule were changed: its events are others then. */
export function readEdition({ edition }: State): number {
  return typeof edition === 'number' ? edition : 0
}
