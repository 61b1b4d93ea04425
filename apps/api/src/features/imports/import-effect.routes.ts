import { contract, type Flag, type HandlerReply } from '@plumbline/contract'
import type { Serve } from '../../platform/http/serve.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import type { FiguresQuery } from '../../queries/query.ts'
import type { ImportEffectStore } from './import-effect.store.ts'
import { findImport, type ImportStores } from './imports.routes.ts'

type Effect = HandlerReply<typeof contract.imports.effect>['data']

/** The net asset value of a family in its currency, which is the input. */
export type FamilyValueQuery = FiguresQuery<string, { value: number | null; flags: Flag[] }>

interface Figures {
  portfolio: PortfolioService
  familyValueQuery: FamilyValueQuery
}

/** Shows what applying an import would do to the net asset value. */
export function importEffectRoutes(
  serve: Serve,
  stores: ImportStores,
  effects: ImportEffectStore,
  { portfolio, familyValueQuery }: Figures,
): void {
  serve(contract.imports.effect, async ({ user, params }) => {
    const { id, family_id: family, currency, status } = await findImport(stores, user, params.id)
    const isPosted = status === 'applied' || status === 'applying'
    const draft = isPosted ? [] : await effects.plan(user.id, id, family)
    const call = { user, body: { settings: {}, filters: {}, family }, readInput: async () => currency }
    const before = await portfolio.run(familyValueQuery, call)
    const after = draft.length === 0 ? before : await portfolio.run(familyValueQuery, { ...call, draft })
    return {
      data: {
        currency: currency as Effect['currency'],
        nav_before: before.value,
        nav_after: after.value,
        flags: after.flags,
      },
    }
  })
}
