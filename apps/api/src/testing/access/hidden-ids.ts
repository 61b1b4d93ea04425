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

/** Ids hidden from this caller: those of another family, and private ones of others in the own family. */
export function findHiddenIds(world: World, as: Caller): string[] {
  const foreign = Object.values(world.foreign.ids)
  const { ids } = world.own
  const privately = privateIds(world.own)
  if (as === 'investor') return foreign
  if (as === 'adviserAssigned' || as === 'sameFamily') return [...foreign, ...privately]
  if (as === 'adviserOfTwo') return [...foreign, ...privately, ...privateIds(world.second)]
  if (as === 'accountLimited') return [...foreign, ...privately, ...findIdsOfHiddenAccount(world)]
  return [...foreign, ...Object.values(ids)]
}

/** Ids that only the owner of a household may see. */
function privateIds({ ids }: Household): string[] {
  return [
    ...[ids.strategy, ids.ticker, ids.target, ids.template, ids.report, ids.task],
    ...[ids.notification, ids.apiToken, ids.signIn, ids.mail],
  ]
}

/** Ids of the own family in an account that the account-limited investor does not see. */
export function findIdsOfHiddenAccount({ own: { ids } }: World): string[] {
  return [
    ids.account,
    ids.asset,
    ids.security,
    ids.position,
    ids.assetPosition,
    ids.link,
    ids.import,
    ids.statement,
    ids.integration,
    ids.allocation,
    ids.benchmark,
  ]
}

/** Ids that are always tried: those that only the account limit hides. */
export function findAlwaysTried({ own: { ids } }: World, as: Caller): string[] {
  return as === 'accountLimited' ? [ids.asset, ids.security, ids.position, ids.link] : []
}

/** Ids of the own family that this caller sees. */
export function findSeenIds({ own: { ids } }: World, as: Principal): Household['ids'] {
  return as === 'accountLimited' ? { ...ids, account: ids.otherAccount, position: ids.otherPosition } : ids
}
