import { contract } from '@plumbline/contract'
import type { ToolsStore } from '../../figures/strategies-and-links.store.ts'
import type { SignedIn } from '../../platform/auth/signed-in.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import type { LinkEnds } from './linked-positions.query.ts'
import type { LinkActor, LinkedPositionsStore } from './linked-positions.store.ts'

/** Positions that belong together. Someone else's are answered as ones that do not exist. */
export function linkedPositionsRoutes(
  serve: Serve,
  store: LinkedPositionsStore,
  tools: ToolsStore,
  portfolio: PortfolioService,
): void {
  serve.ofPortfolio(contract.linkedPositions.list, call =>
    portfolio.answer('linkedPositions', { ...call, given: families => tools.links(call.user.id, families) }),
  )

  serve(contract.linkedPositions.create, async ({ user, body, request }) => {
    const family = await store.familyOf(user.id, body.position_id)
    if (family === null) throw new AppError('not_found', { field: 'position_id' })
    // Both are looked for in the family of the first: positions of two families never belong together.
    const [first, second] = await portfolio.figures<LinkEnds>('linkEnds', {
      user,
      body: { settings: {}, filters: {}, family },
      given: async () => [body.position_id, body.linked_position_id],
    })
    if (!first) throw new AppError('not_found', { field: 'position_id' })
    if (!second) throw new AppError('not_found', { field: 'linked_position_id' })
    if (first === second)
      throw new AppError('invalid_field', {
        field: 'linked_position_id',
        message: 'A position cannot be linked with itself.',
      })
    const link = { ...body, position_id: first, linked_position_id: second }
    const created = await store.create(actorOf(user, request.ip), family, link)
    if (created === 'taken') throw new AppError('already_exists', { field: 'linked_position_id' })
    const { family_id: _, ...data } = created
    return { data }
  })

  serve(contract.linkedPositions.remove, async ({ user, params, request }) => {
    if (!(await store.remove(actorOf(user, request.ip), params.id))) throw new AppError('not_found')
    return undefined
  })
}

function actorOf(user: SignedIn, address: string): LinkActor {
  return { id: user.id, address, isStaff: user.role === 'admin' || user.role === 'adviser' }
}
