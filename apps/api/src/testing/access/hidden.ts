import type { World } from './world.ts'

export const askers = ['investor', 'sameFamily', 'adviserAssigned', 'adviserElsewhere', 'demo'] as const
export type Asker = (typeof askers)[number]

/** Ids of what this person may not know of: another family's things, and what others of the own family keep to themselves. */
export function hiddenFrom(world: World, as: Asker): string[] {
  const foreign = Object.values(world.foreign.ids)
  const { ids } = world.own
  const personal = [ids.strategy, ids.ticker, ids.target, ids.template, ids.report, ids.task]
  const secret = [ids.notification, ids.apiToken, ids.signIn, ids.mail]
  if (as === 'investor') return foreign
  if (as === 'adviserAssigned') return [...foreign, ...personal, ...secret]
  if (as === 'sameFamily')
    return [...foreign, ...personal, ...secret, ids.account, ids.position, ids.assetPosition]
  return [...foreign, ...Object.values(ids)]
}
