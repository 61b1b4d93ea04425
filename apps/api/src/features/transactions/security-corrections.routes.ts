import { type CallReply, contract, type HandlerBody } from '@plumbline/contract'
import type { CheckPlausibility } from '../../figures/plausibility/check-plausibility.ts'
import { toActor } from '../../platform/auth/actor.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import type { DraftTransactions } from '../../snapshots/family-facts.ts'
import {
  mayChange,
  type SecurityStores,
  securityCorrectionPlans,
  selectTransactions,
  targetName,
} from './security-correction-plans.ts'
import { matchKey, type StatedHint } from './security-corrections.store.ts'
import { securityEffectQuery } from './security-effect.query.ts'
import type { TransactionChanges } from './transaction-changes.ts'
import { describeEffect } from './transaction-effect.ts'

const calls = contract.securityCorrections
type Chosen = HandlerBody<typeof calls.preview>
type Stated = CallReply<typeof calls.read>['data']['stated']

/** Moves transactions whose security an import recognized wrongly to another one. */
export function securityCorrectionsRoutes(
  serve: Serve,
  stores: SecurityStores,
  changes: Pick<TransactionChanges, 'find'>,
  portfolio: PortfolioService,
  checkPlausibility: CheckPlausibility,
): void {
  const { entries, corrections } = stores
  const { findMatched, plan, drafts } = securityCorrectionPlans(stores, changes)

  serve(calls.read, async ({ user, params }) => {
    const { found, security, matched, own } = await findMatched(user, params.id)
    const last = await corrections.last(user.id, found.family_id, found.id)
    const count = (scope: Chosen['scope']) => selectTransactions(matched, own, scope).length
    return {
      data: {
        security: { id: security.id, name: security.name },
        stated: wireStated(own.hint),
        counts: { transaction: count('transaction'), import: count('import'), all: count('all') },
        family: found.family_id,
        correction: last && { id: last.id, from: last.from_name, transactions_count: last.count },
      },
    }
  })

  serve(calls.preview, async ({ user, params, body }) => {
    const planned = await plan(user, params.id, body)
    const draft = await drafts(user, planned)
    const ids = [planned.from.id, planned.targetId]
    const read = (change?: DraftTransactions) =>
      portfolio.run(securityEffectQuery, {
        user,
        body: { settings: {}, filters: {}, family: planned.familyId },
        readInput: async () => ids,
        ...(change && { draft: change }),
      })
    const [before, after] = [await read(), await read(draft)]
    const effect = describeEffect(before.figures, after.figures, [], before.figures.currency, user.language)
    const names = [planned.from.name, targetName(planned.target)]
    const accounts = new Map(
      planned.revisions.map(({ transaction: { account_id: id, account_name: name } }) => [id, { id, name }]),
    )
    return {
      data: {
        transactions_count: planned.revisions.length,
        accounts: [...accounts.values()].toSorted((a, b) => a.name.localeCompare(b.name, user.language)),
        positions: ids.map((id, place) => ({
          name: names[place] ?? '',
          before: before.held[id] ?? 0,
          after: after.held[id] ?? 0,
        })),
        changes: effect.changes.filter(({ figure }) => figure !== 'cash'),
        sets_rule: planned.stated !== null,
        currency: effect.currency,
      },
    }
  })

  serve(calls.post, async ({ user, params, body, request }) => {
    const planned = await plan(user, params.id, body)
    const draft = await drafts(user, planned)
    const first = draft.flatMap(({ transaction }) => transaction ?? [])[0]
    await checkPlausibility(
      user,
      {
        familyId: planned.familyId,
        // The others have the same security.
        entries: first ? [{ facts: first, fields: { price: 'instrument' } }] : [],
        draft,
        valueField: 'instrument',
        isAddition: false,
      },
      body.confirm,
    )
    const { familyId, from, target, revisions, stated } = planned
    const posted = await corrections.post(toActor(user, request.ip), {
      familyId,
      from: from.id,
      target,
      revisions,
      stated,
    })
    return { data: { ...posted, transactions_count: revisions.length } }
  })

  serve(calls.listStated, async ({ user, params }) => {
    if (!(await entries.instrument(user.id, params.id))) throw new AppError('not_found')
    const families = await corrections.families(user.id, params.id)
    const data = []
    for (const family of families) {
      const matched = await corrections.matched(user.id, family.id, params.id)
      const stated = matched.filter(each => matchKey(each) !== null)
      for (const group of Map.groupBy(stated, matchKey).values()) {
        const [first] = group
        const hint = wireStated(first?.hint ?? null)
        if (!first || !hint) continue
        data.push({
          family,
          stated: hint,
          transaction: first.root,
          transactions_count: group.length,
          may_change: mayChange(
            user,
            group.map(({ is_manual: isManual }) => isManual),
          ),
        })
      }
    }
    return { data }
  })

  serve(calls.undo, async ({ user, params, request }) => ({
    data: {
      transactions_count: await corrections.undo(toActor(user, request.ip), params.id, accounts =>
        mayChange(user, accounts),
      ),
    },
  }))
}

function wireStated(hint: StatedHint | null): Stated {
  if (hint === null) return null
  const { name = null, isin = null, symbol = null, currency = null, identifiers = [] } = hint
  return { name, isin, symbol, currency, identifiers: [...identifiers] }
}
