import { contract } from '@plumbline/contract'
import type { ToolsStore } from '../../figures/strategies-and-links.store.ts'
import { toActor } from '../../platform/auth/actor.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import { linkEndsQuery, linkedPositionsQuery } from './linked-positions.query.ts'
import type { LinkedPositionsStore } from './linked-positions.store.ts'

/** Links between positions. Those of another family return not found. */
export function linkedPositionsRoutes(
  serve: Serve,
  store: LinkedPositionsStore,
  tools: ToolsStore,
  portfolio: PortfolioService,
): void {
  serve.portfolio(contract.linkedPositions.list, call =>
    portfolio.send(linkedPositionsQuery, {
      ...call,
      readInput: families => tools.links(call.user.id, families),
    }),
  )

  serve(contract.linkedPositions.create, async ({ user, body, request }) => {
    const family = await store.findFamily(user.id, body.position_id)
    if (family === null) throw new AppError('not_found', { field: 'position_id' })
    // Both are searched in the family of the first: links never cross families.
    const [first, second] = await portfolio.run(linkEndsQuery, {
      user,
      body: { settings: {}, filters: {}, family },
      readInput: async () => [body.position_id, body.linked_position_id],
    })
    if (!first) throw new AppError('not_found', { field: 'position_id' })
    if (!second) throw new AppError('not_found', { field: 'linked_position_id' })
    if (first === second)
      throw new AppError('invalid_field', {
        field: 'linked_position_id',
        message: 'A position cannot be linked with itself.',
      })
    const link = { ...body, position_id: first, linked_position_id: second }
    const created = await store.create(toActor(user, request.ip), family, link)
    if (created === 'taken') throw new AppError('already_exists', { field: 'linked_position_id' })
    const { family_id: _, ...data } = created
    return { data }
  })

  serve(contract.linkedPositions.remove, async ({ user, params, request }) => {
    if (!(await store.remove(toActor(user, request.ip), params.id))) throw new AppError('not_found')
    return undefined
  })
}
