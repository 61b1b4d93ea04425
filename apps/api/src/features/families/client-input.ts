import { createHash } from 'node:crypto'
import type { TargetRow } from '../../figures/targets/target-rows.store.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'

/** What the figures of a client are computed from, beside its snapshot. */
export interface ClientInput {
  /** The base currency of the family, or that of a comparison. */
  currency: string
  /** The targets of the family, the latest first. */
  targets: TargetRow[]
}

/** The input of a client for a query. Results of equal inputs are shared; buckets are named in the language. */
export function clientInput(
  { language }: CurrentUser,
  id: string,
  currency: string,
  allTargets: ReadonlyMap<string, TargetRow[]>,
) {
  const targets = allTargets.get(id) ?? []
  const hash = createHash('sha256').update(JSON.stringify(targets)).digest('base64')
  return {
    id,
    inputKey: targets.length === 0 ? currency : `${currency} ${language} ${hash}`,
    readInput: async (): Promise<ClientInput> => ({ currency, targets }),
  }
}
