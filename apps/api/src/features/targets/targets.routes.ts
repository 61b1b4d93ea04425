import { contract } from '@plumbline/contract'
import { readBuckets } from '../../figures/targets/check-target.ts'
import { wireTarget } from '../../figures/targets/drift-rows.ts'
import type { TargetRow, TargetsInput } from '../../figures/targets/target-rows.store.ts'
import { toActor } from '../../platform/auth/actor.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { omitUndefined } from '../../platform/http/bodies/omit-undefined.ts'
import { pageLinks } from '../../platform/http/page-links.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import { targetDriftQuery } from './drift.query.ts'
import { targetProposalQuery } from './propose.query.ts'
import type { TargetsStore } from './targets.store.ts'

/**
 * Target allocations. Those of a family are seen by everyone who sees all its accounts, those of a strategy by its
 * owner; others return not found.
 */
export function targetsRoutes(serve: Serve, store: TargetsStore, portfolio: PortfolioService): void {
  const find = async (user: CurrentUser, id: string): Promise<TargetRow> => {
    const row = await store.find(user.id, id)
    if (!row) throw new AppError('not_found')
    return row
  }

  /** The strategy that a call is about, with its family; the family of the body otherwise. */
  const readSubject = async (
    user: CurrentUser,
    strategyId: string | undefined,
    family: string | null | undefined,
  ) => {
    const strategy = strategyId === undefined ? null : await store.findStrategy(user.id, strategyId)
    if (strategyId !== undefined && !strategy) throw new AppError('not_found', { field: 'strategy' })
    const readInput = async (families: readonly string[]): Promise<TargetsInput> => {
      // A target is that of one family: several have none together.
      if (families.length > 1)
        throw new AppError('invalid_field', { field: 'family', message: 'Choose a family.' })
      const rows = await store.read(user.id, families, strategyId ?? null)
      return { rows, positionIds: strategy?.position_ids ?? null }
    }
    return { readInput, family: strategy?.family_id ?? family }
  }

  serve(contract.targets.list, async ({ user, query }) => {
    const { rows, count } = await store.list(user.id, query)
    return { ...pageLinks(contract.targets.list.path, query, count), count, data: rows.map(wireTarget) }
  })

  serve.portfolio(contract.targets.drift, async call => {
    const { readInput, family } = await readSubject(call.user, call.query.strategy, call.body.family)
    return portfolio.send(targetDriftQuery, { ...call, body: { ...call.body, family }, readInput })
  })

  serve.portfolio(contract.targets.propose, async call => {
    const { readInput, family } = await readSubject(call.user, call.query.strategy, call.body.family)
    return portfolio.send(targetProposalQuery, { ...call, body: { ...call.body, family }, readInput })
  })

  serve(contract.targets.create, async ({ user, body, request }) => {
    const { family: named, strategy: strategyId, dimension, buckets, ...fields } = body
    const strategy = strategyId === null ? null : await store.findStrategy(user.id, strategyId)
    if (strategyId !== null && !strategy) throw new AppError('not_found', { field: 'strategy' })
    const familyId = await portfolio.familyForCreate(user, strategy?.family_id ?? named)
    if (strategy === null && !(await store.seesWholeFamily(user.id)))
      throw new AppError('not_found', { field: 'family' })
    const created = await store.create(toActor(user, request.ip), {
      ...fields,
      familyId,
      strategyId,
      dimension,
      buckets: readBuckets(dimension, buckets),
    })
    if (created === 'taken') throw new AppError('already_exists', { field: 'valid_from' })
    if (created === 'too_many') throw new AppError('limit_reached')
    return { data: wireTarget(created) }
  })

  serve(contract.targets.change, async ({ user, params, body: { version, buckets, ...body }, request }) => {
    const known = await find(user, params.id)
    const fields = {
      ...omitUndefined(body),
      ...(buckets === undefined ? {} : { buckets: readBuckets(known.dimension, buckets) }),
    }
    const changed = await store.change(toActor(user, request.ip), known.id, fields, version)
    if (changed === 'taken') throw new AppError('already_exists', { field: 'valid_from' })
    return { data: wireTarget(changed) }
  })

  serve(contract.targets.remove, async ({ user, params, request }) => {
    if (!(await store.remove(toActor(user, request.ip), params.id))) throw new AppError('not_found')
    return undefined
  })
}
