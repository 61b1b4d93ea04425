import { contract, type StrategyRecord } from '@plumbline/contract'
import type { SignedIn } from '../../platform/auth/signed-in.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { definedIn } from '../../platform/http/defined-in.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import type { Actor, StrategiesStore, StrategyRow } from './strategies.store.ts'

/** Named groups of positions. Someone else's is answered as one that does not exist. */
export function strategiesRoutes(serve: Serve, store: StrategiesStore, portfolio: PortfolioService): void {
  const find = async (user: SignedIn, id: string): Promise<StrategyRow> => {
    const row = await store.find(user.id, id)
    if (!row) throw new AppError('not_found')
    return row
  }

  /** With what is linked to its positions and could be added too. */
  const record = async (user: SignedIn, row: StrategyRow): Promise<{ data: StrategyRecord }> => {
    const links = row.position_ids.length === 0 ? [] : await store.links(user.id, row.family_id)
    const offers =
      links.length === 0
        ? []
        : await portfolio.figures<StrategyRecord['offers']>('strategyOffers', {
            user,
            body: { settings: {}, filters: {}, family: row.family_id },
            given: async () => ({ strategy: row, links }),
          })
    const { id, name, description, position_ids, version } = row
    return {
      data: { strategy_id: id, name, description, version, family: familyOf(row), position_ids, offers },
    }
  }

  serve.ofPortfolio(contract.strategies.list, call =>
    portfolio.answer('strategiesList', { ...call, given: families => store.list(call.user.id, families) }),
  )

  serve.ofPortfolio(contract.strategies.detail, async call => {
    const strategy = await find(call.user, call.params.id)
    const links = await store.links(call.user.id, strategy.family_id)
    // A strategy is looked at within its own family, whichever one its owner looked at last.
    const body = { ...call.body, family: strategy.family_id }
    return portfolio.answer('strategyDetail', { ...call, body, given: async () => ({ strategy, links }) })
  })

  serve(contract.strategies.create, async ({ user, body, request }) => {
    const { family: named, ...fields } = body
    const ofPositions = await familyOfPositions(store, user, fields.position_ids, named ?? null)
    const family = await portfolio.familyForCreate(user, ofPositions ?? undefined)
    const created = await store.create(actorOf(user, request.ip), family, fields)
    if (created === 'taken') throw new AppError('already_exists', { field: 'name' })
    if (created === 'too_many') throw new AppError('limit_reached')
    return record(user, created)
  })

  serve(contract.strategies.change, async ({ user, params, body: { version, ...body }, request }) => {
    const known = await find(user, params.id)
    await familyOfPositions(store, user, body.position_ids ?? [], known.family_id)
    const changed = await store.change(actorOf(user, request.ip), known.id, definedIn(body), version)
    if (changed === 'taken') throw new AppError('already_exists', { field: 'name' })
    return record(user, changed)
  })

  serve(contract.strategies.addPosition, async ({ user, params, body, request }) => {
    const known = await find(user, params.id)
    const families = await store.familiesOf(user.id, [body.position_id])
    if (families.get(body.position_id) !== known.family_id)
      throw new AppError('not_found', { field: 'position_id' })
    const changed = await store.addPosition(actorOf(user, request.ip), known.id, body.position_id)
    if (changed === 'taken') throw new AppError('already_exists', { field: 'position_id' })
    if (changed === 'too_many') throw new AppError('limit_reached')
    return record(user, changed)
  })

  serve(contract.strategies.removePosition, async ({ user, params, body, request }) => {
    const known = await find(user, params.id)
    const changed = await store.removePosition(actorOf(user, request.ip), known.id, body.position_id)
    if (!changed) throw new AppError('not_found', { field: 'position_id' })
    return record(user, changed)
  })

  serve(contract.strategies.remove, async ({ user, params, request }) => {
    if (!(await store.remove(actorOf(user, request.ip), params.id))) throw new AppError('not_found')
    return undefined
  })

  serve(contract.strategies.restore, async ({ user, params, request }) => {
    const restored = await store.restore(actorOf(user, request.ip), params.id)
    if (restored === null) throw new AppError('not_found')
    if (restored === 'too_late') throw new AppError('too_late')
    if (restored === 'taken') throw new AppError('already_exists', { field: 'name' })
    return record(user, restored)
  })
}

function familyOf(row: StrategyRow) {
  return { id: row.family_id, name: row.family_name }
}

function actorOf(user: SignedIn, address: string): Actor {
  return { id: user.id, address, isStaff: user.role === 'admin' || user.role === 'adviser' }
}

/** The one family of the positions, null without any. A position that does not exist for the user is named. */
async function familyOfPositions(
  store: StrategiesStore,
  user: SignedIn,
  positionIds: readonly string[],
  wanted: string | null,
): Promise<string | null> {
  const families = await store.familiesOf(user.id, positionIds)
  let family = wanted
  positionIds.forEach((id, index) => {
    const found = families.get(id)
    family ??= found ?? null
    if (found === undefined || found !== family)
      throw new AppError('not_found', { field: `position_ids.${index}` })
  })
  return family
}
