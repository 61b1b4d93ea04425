import { contract } from '@plumbline/contract'
import { textsIn } from '@plumbline/contract/texts'
import { askAbout, confirmationRequired } from '../../figures/plausibility/questions.ts'
import { toActor } from '../../platform/auth/actor.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { AppError, type ConfirmationRequired } from '../../platform/errors/app-error.ts'
import { pageLinks } from '../../platform/http/page-links.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import { holdersQuery } from './holders.query.ts'
import type { InstrumentHistoryStore } from './instrument-history.store.ts'
import type { InstrumentMergesStore, MergeRefusal } from './instrument-merges.store.ts'
import { wireInstrument } from './instruments.routes.ts'
import type { InstrumentRow, InstrumentsStore } from './instruments.store.ts'

const calls = contract.instruments

/** Who holds an instrument, what was changed in it, and which duplicates belong to it. */
export function instrumentMergesRoutes(
  serve: Serve,
  store: InstrumentsStore,
  history: InstrumentHistoryStore,
  merges: InstrumentMergesStore,
  portfolio: PortfolioService,
): void {
  serve(calls.holders, async ({ user, params }) => {
    if (!(await store.find(user.id, params.id))) throw new AppError('not_found')
    return portfolio.run(holdersQuery, {
      user,
      body: { settings: {}, filters: {} },
      readInput: async () => ({
        instrument: params.id,
        families: await store.accountFamilies(user.id),
      }),
    })
  })

  serve(calls.history, async ({ user, params, query }) => {
    if (!(await store.find(user.id, params.id))) throw new AppError('not_found')
    const { rows, count } = await history.list(user.id, params.id, query)
    const data = rows.map(row => ({ ...row, changed_at: row.changed_at.toISOString() }))
    return { ...pageLinks(calls.history.path.replace(':id', params.id), query, count), count, data }
  })

  serve(calls.merge, async ({ user, params, body, request }) => {
    const mayDiffer = body.confirm?.includes('different_security') ?? false
    const actor = toActor(user, request.ip)
    const merged = await merges.merge(actor, params.id, body.merged, { mayDiffer })
    if (merged === 'none') throw new AppError('not_found')
    if (merged === 'no_duplicate') throw new AppError('not_found', { field: 'merged' })
    if ('refused' in merged)
      throw new AppError('merge_refused', { field: 'merged', message: refusals[merged.refused] })
    if ('different' in merged) throw questionAbout(user, merged.different)
    return { data: wireInstrument(merged) }
  })

  serve(calls.split, async ({ user, params, request }) => {
    const restored = await merges.split(toActor(user, request.ip), params.id)
    if (restored === 'none') throw new AppError('not_found')
    if (restored === 'merged_on')
      throw new AppError('merge_refused', {
        message: 'The instrument it was merged into was merged as well. Undo that merge first.',
      })
    return { data: wireInstrument(restored) }
  })
}

/** Asks whether two instruments with other ISINs or types are one security. */
function questionAbout(user: CurrentUser, pair: readonly InstrumentRow[]): ConfirmationRequired {
  const words = textsIn(user.language)
  const [before = null, after = null] = pair.map(({ name, isin, instrument_type: type }) =>
    [name, isin, words[`instrument_type_${type}`]].filter(part => part !== null).join(', '),
  )
  return confirmationRequired(user, [askAbout('different_security', { field: 'merged', before, after })])
}

const refusals: Record<MergeRefusal, string> = {
  same: 'Choose another instrument.',
  currency: 'They are quoted in different currencies.',
  family: 'Keep the instrument of the platform, or one of the same family.',
  terms: 'Contract size, expiry, strike or coupon differ.',
  underlying: 'One is the underlying of the other.',
}
