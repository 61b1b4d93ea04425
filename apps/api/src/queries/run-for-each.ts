import type { Filter } from '@plumbline/contract'
import type { CurrentUser } from '../platform/auth/current-user.ts'
import type { ViewRow } from '../platform/auth/view-row.ts'
import type { WantedFamilies } from '../snapshots/snapshot-key.ts'
import type { CachedSnapshot } from '../snapshots/snapshot-metadata.ts'
import { type ChosenFamilies, chooseFamilies } from './choose-families.ts'
import type { QueryCall } from './pool/messages.ts'
import type { FiguresQuery } from './query.ts'

/** A query for each of several families. */
export interface FamiliesCall<Input> {
  user: CurrentUser
  settings: Filter['settings']
  families: readonly FamilyInput<Input>[]
}

interface FamilyInput<Input> {
  id: string
  /** Identifies the input among those of the family, since equal keys share a result. */
  inputKey: string
  readInput(): Promise<Input>
}

/** Runs a query on a snapshot. */
export type RunOnSnapshot = (
  cached: CachedSnapshot,
  chosen: ChosenFamilies,
  name: string,
  call: QueryCall,
  userId: string,
  // biome-ignore lint/suspicious/noExplicitAny: the result of a query by its name has no static type.
) => Promise<any>

interface FamiliesRunnerOptions {
  readView(userId: string): Promise<ViewRow>
  findSnapshot(wanted: WantedFamilies, userId: string): Promise<CachedSnapshot>
  runOn: RunOnSnapshot
  limit<Result>(userId: string, task: () => Promise<Result>): Promise<Result>
}

/** Results of a few hundred families in a few currencies, of about one kilobyte each. */
const maxResults = 5000

/**
 * Runs a query for each family on its own snapshot. The caller's view is read once for all. A result is kept under the
 * key of its snapshot, so a list of unchanged families loads no snapshot and runs no query. Families that the caller
 * may not see are left out.
 */
export function createFamiliesRunner({ readView, findSnapshot, runOn, limit }: FamiliesRunnerOptions) {
  const results = new Map<string, unknown>()
  const keep = (key: string, result: unknown) => {
    results.delete(key)
    results.set(key, result)
    const [oldest] = results.keys()
    if (results.size > maxResults && oldest !== undefined) results.delete(oldest)
  }

  return async <Input, Result>(
    { name }: FiguresQuery<Input, Result>,
    { user, settings, families }: FamiliesCall<Input>,
  ): Promise<Map<string, Result>> => {
    const view = await readView(user.id)
    const visible = new Set(view.families.map(({ id }) => id))
    const runOne = async ({ id, inputKey, readInput }: FamilyInput<Input>): Promise<Result> => {
      const filter: Filter = { settings, filters: {}, family: id }
      const chosen = chooseFamilies(view, user, filter)
      const { accounts, currency, today } = chosen.view
      const parameters = JSON.stringify([name, settings, inputKey, currency, today, accounts])
      const wantedKey = `${chosen.key} ${parameters}`
      if (results.has(wantedKey)) return results.get(wantedKey) as Result
      return limit(user.id, async () => {
        const cached = await findSnapshot(chosen, user.id)
        const cachedKey = `${cached.key} ${parameters}`
        if (!results.has(cachedKey)) {
          const input = await readInput()
          const call: QueryCall = { params: undefined, query: undefined, body: filter, accept: 'json', input }
          keep(cachedKey, await runOn(cached, chosen, name, call, user.id))
        }
        const result = results.get(cachedKey) as Result
        keep(wantedKey, result)
        return result
      })
    }
    const wanted = families.filter(({ id }) => visible.has(id))
    const found = await Promise.all(
      wanted.map(async (family): Promise<[string, Result]> => [family.id, await runOne(family)]),
    )
    return new Map(found)
  }
}
