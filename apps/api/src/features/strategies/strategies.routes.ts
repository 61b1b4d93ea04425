import { contract, type StrategyRecord } from '@plumbline/contract'
import { toActor } from '../../platform/auth/actor.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { omitUndefined } from '../../platform/http/bodies/omit-undefined.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import { strategyOffersQuery } from './offers.query.ts'
import type { StrategiesStore, StrategyRow } from './strategies.store.ts'
import { strategiesListQuery } from './strategies-list.query.ts'
import { strategyDetailQuery } from './strategy-detail.query.ts'

/** Named groups of positions. Those of another user return not found. */
export function strategiesRoutes(serve: Serve, store: StrategiesStore, portfolio: PortfolioService): void {
  const find = async (user: CurrentUser, id: string): Promise<StrategyRow> => {
    const row = await store.find(user.id, id)
    if (!row) throw new AppError('not_found')
    return row
  }

  /** Adds linked positions that could be added too. */
  const wireRecord = async (user: CurrentUser, row: StrategyRow): Promise<{ data: StrategyRecord }> => {
    const links = row.position_ids.length === 0 ? [] : await store.links(user.id, row.family_id)
    const offers =
      links.length === 0
        ? []
        : await portfolio.run(strategyOffersQuery, {
            user,
            body: { settings: {}, filters: {}, family: row.family_id },
            readInput: async () => ({ strategy: row, links }),
          })
    const { id, name, description, position_ids, version } = row
    return {
      data: { strategy_id: id, name, description, version, family: wireFamily(row), position_ids, offers },
    }
  }

  serve.portfolio(contract.strategies.list, call =>
    portfolio.send(strategiesListQuery, {
      ...call,
      readInput: families => store.list(call.user.id, families),
    }),
  )

  serve.portfolio(contract.strategies.detail, async call => {
    const strategy = await find(call.user, call.params.id)
    const links = await store.links(call.user.id, strategy.family_id)
    // A strategy is shown within its own family, whichever family the filter names.
    const body = { ...call.body, family: strategy.family_id }
    return portfolio.send(strategyDetailQuery, {
      ...call,
      body,
      readInput: async () => ({ strategy, links }),
    })
  })

  serve(contract.strategies.create, async ({ user, body, request }) => {
    const { family: named, ...fields } = body
    const ofPositions = await findFamily(store, user, fields.position_ids, named ?? null)
    const family = await portfolio.familyForCreate(user, ofPositions ?? undefined)
    const created = await store.create(toActor(user, request.ip), family, fields)
    if (created === 'taken') throw new AppError('already_exists', { field: 'name' })
    if (created === 'too_many') throw new AppError('limit_reached')
    return wireRecord(user, created)
  })

  serve(contract.strategies.change, async ({ user, params, body: { version, ...body }, request }) => {
    const known = await find(user, params.id)
    await findFamily(store, user, body.position_ids ?? [], known.family_id)
    const changed = await store.change(toActor(user, request.ip), known.id, omitUndefined(body), version)
    if (changed === 'taken') throw new AppError('already_exists', { field: 'name' })
    return wireRecord(user, changed)
  })

  serve(contract.strategies.addPosition, async ({ user, params, body, request }) => {
    const known = await find(user, params.id)
    const families = await store.findFamilies(user.id, [body.position_id])
    if (families.get(body.position_id) !== known.family_id)
      throw new AppError('not_found', { field: 'position_id' })
    const changed = await store.addPosition(toActor(user, request.ip), known.id, body.position_id)
    if (changed === 'taken') throw new AppError('already_exists', { field: 'position_id' })
    if (changed === 'too_many') throw new AppError('limit_reached')
    return wireRecord(user, changed)
  })

  serve(contract.strategies.removePosition, async ({ user, params, body, request }) => {
    const known = await find(user, params.id)
    const changed = await store.removePosition(toActor(user, request.ip), known.id, body.position_id)
    if (!changed) throw new AppError('not_found', { field: 'position_id' })
    return wireRecord(user, changed)
  })

  serve(contract.strategies.remove, async ({ user, params, request }) => {
    if (!(await store.remove(toActor(user, request.ip), params.id))) throw new AppError('not_found')
    return undefined
  })

  serve(contract.strategies.restore, async ({ user, params, request }) => {
    const restored = await store.restore(toActor(user, request.ip), params.id)
    if (restored === null) throw new AppError('not_found')
    if (restored === 'too_late') throw new AppError('too_late')
    if (restored === 'taken') throw new AppError('already_exists', { field: 'name' })
    return wireRecord(user, restored)
  })
}

function wireFamily(row: StrategyRow) {
  return { id: row.family_id, name: row.family_name }
}

/** The family of all positions, null without any. Rejects an invisible position by its index. */
async function findFamily(
  store: StrategiesStore,
  user: CurrentUser,
  positionIds: readonly string[],
  wanted: string | null,
): Promise<string | null> {
  const families = await store.findFamilies(user.id, positionIds)
  let family = wanted
  positionIds.forEach((id, index) => {
    const found = families.get(id)
    family ??= found ?? null
    if (found === undefined || found !== family)
      throw new AppError('not_found', { field: `position_ids.${index}` })
  })
  return family
}
