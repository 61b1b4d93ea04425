import type { Household } from './household.ts'
import type { Principal, World } from './world.ts'

export const callers = [
  'investor',
  'sameFamily',
  'accountLimited',
  'adviserAssigned',
  'adviserOfTwo',
  'adviserElsewhere',
  'demo',
] as const
export type Caller = (typeof callers)[number]

/** Ids of what this person may not know of: another family's things, and what others of the own family keep to themselves. */
export function hiddenFrom(world: World, as: Caller): string[] {
  const foreign = Object.values(world.foreign.ids)
  const { ids } = world.own
  const privately = privateIds(world.own)
  if (as === 'investor') return foreign
  if (as === 'adviserAssigned' || as === 'sameFamily') return [...foreign, ...privately]
  if (as === 'adviserOfTwo') return [...foreign, ...privately, ...privateIds(world.second)]
  if (as === 'accountLimited') return [...foreign, ...privately, ...veiledIds(world)]
  return [...foreign, ...Object.values(ids)]
}

/** Ids of what the owner of a household keeps to themselves. */
function privateIds({ ids }: Household): string[] {
  return [
    ...[ids.strategy, ids.ticker, ids.target, ids.template, ids.report, ids.task],
    ...[ids.notification, ids.apiToken, ids.signIn, ids.mail],
  ]
}

/** Ids of the own family that belong to an account which the account-limited investor does not see. */
export function veiledIds({ own: { ids } }: World): string[] {
  return [
    ids.account,
    ids.asset,
    ids.position,
    ids.assetPosition,
    ids.link,
    ids.import,
    ids.statement,
    ids.integration,
  ]
}

/** Ids that are tried in every place, however few are chosen: what only the limit to some accounts hides. */
export function triedAlways({ own: { ids } }: World, as: Caller): string[] {
  return as === 'accountLimited' ? [ids.asset, ids.position, ids.link] : []
}

/** Ids of the own family as this person would send them: about accounts and positions that they see. */
export function idsSeenBy({ own: { ids } }: World, as: Principal): Household['ids'] {
  return as === 'accountLimited' ? { ...ids, account: ids.otherAccount, position: ids.otherPosition } : ids
}
