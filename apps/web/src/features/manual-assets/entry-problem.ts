import { ApiError } from '../../lib/api/api-error.ts'
import type { Draft } from './entries.ts'

/** An entry that the server refused, with its field and message. */
export interface EntryProblem {
  tab: 'transactions' | 'valuations'
  /** The key of the draft. */
  key: string
  field: string
  message: string
}

/** The entry that an error names, such as `transactions.0.amount`: the place counts the entries that were sent. */
export function readEntryProblem(
  error: unknown,
  drafts: Record<EntryProblem['tab'], readonly Draft<object>[]>,
): EntryProblem | null {
  if (!(error instanceof ApiError)) return null
  for (const [name, message] of Object.entries(error.fields)) {
    const [tab, place, field] = name.split('.')
    if ((tab !== 'transactions' && tab !== 'valuations') || place === undefined || field === undefined)
      continue
    const sent = drafts[tab].filter(({ state }) => state !== 'kept')
    const draft = sent[Number(place)]
    if (draft) return { tab, key: draft.key, field, message: message ?? '' }
  }
  return null
}

export function findProblem<One extends Draft<object>>(
  drafts: readonly One[],
  problem: EntryProblem | null,
): One | null {
  return drafts.find(({ key }) => key === problem?.key) ?? null
}
