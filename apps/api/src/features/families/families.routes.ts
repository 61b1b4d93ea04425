import { contract, currencyCode, type Family } from '@plumbline/contract'
import { sortRows } from '../../figures/order.ts'
import { toActor } from '../../platform/auth/actor.ts'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { omitUndefined } from '../../platform/http/bodies/omit-undefined.ts'
import { pageLinks, pageRows } from '../../platform/http/page-links.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { FamiliesStore, FamilyRow } from './families.store.ts'
import { type LoadFamiliesFigures, unvalued } from './families-figures.ts'
import { type FamilyFigures, familyFiguresQuery } from './family-figures.query.ts'

/** Administrators manage families; staff choose the one they look at. */
export function familiesRoutes(serve: Serve, store: FamiliesStore, loadFigures: LoadFamiliesFigures): void {
  const withValues = async (user: CurrentUser, rows: readonly FamilyRow[]): Promise<Family[]> => {
    const held = rows.filter(row => row.transactions_count > 0)
    const figures = await loadFigures(familyFiguresQuery, user, held, undefined)
    return rows.map(row => wireFamily(row, figures.get(row.id)))
  }

  const wireWritten = async (
    user: CurrentUser,
    outcome: FamilyRow | 'taken' | 'no_adviser',
  ): Promise<{ data: Family }> => {
    if (outcome === 'taken') throw new AppError('already_exists', { field: 'name' })
    if (outcome === 'no_adviser') throw new AppError('not_found', { field: 'adviser_ids' })
    try {
      const [family = wireFamily(outcome, undefined)] = await withValues(user, [outcome])
      return { data: family }
    } catch (error) {
      // The change has succeeded, so an overloaded server must not turn it into an error.
      if (!(error instanceof AppError) || error.code !== 'overloaded') throw error
      return { data: { ...wireFamily(outcome, undefined), flags: [] } }
    }
  }

  serve(contract.families.list, async ({ user, query }) => {
    const { q, limit, offset, order_by } = query
    const { path } = contract.families.list
    if (order_by === 'value' || order_by === '-value') {
      // Values are not in the database, so sorting by value loads all families.
      const { rows } = await store.list(user.id, { q, order_by, page: null })
      return pageRows(
        sortRows(await withValues(user, rows), order_by, each => each.id, 'en-US'),
        path,
        query,
      )
    }
    const { rows, count } = await store.list(user.id, { q, order_by, page: { limit, offset } })
    return { ...pageLinks(path, query, count), count, data: await withValues(user, rows) }
  })

  serve(contract.families.create, async ({ user, body, request }) =>
    wireWritten(user, await store.create(toActor(user, request.ip), body)),
  )

  serve(contract.families.change, async ({ user, params, body: { version, ...body }, request }) => {
    if (!(await store.find(user.id, params.id))) throw new AppError('not_found')
    const actor = toActor(user, request.ip)
    return wireWritten(user, await store.change(actor, params.id, omitUndefined(body), version))
  })

  serve(contract.families.remove, async ({ user, params, body, request }) => {
    const family = await store.find(user.id, params.id)
    if (!family) throw new AppError('not_found')
    const { transactions_count: count } = family
    if (body.name === undefined ? count > 0 : body.name !== family.name)
      throw new AppError('name_mismatch', {
        field: 'name',
        message: `Type the name exactly as shown to delete it. It holds ${count} transactions.`,
      })
    await store.erase(toActor(user, request.ip), family)
    return undefined
  })

  serve(contract.families.storage, async ({ user, params }) => {
    const use = await store.storageUse(user.id, params.id)
    if (!use) throw new AppError('not_found')
    return {
      data: { used_bytes: use.usedBytes, limit_bytes: use.limitBytes },
    }
  })

  serve(contract.families.switch, async ({ user, body }) => {
    const family = await store.choose(user.id, body.family)
    if (family === 'none') throw new AppError('not_found', { field: 'family' })
    return { data: { family } }
  })
}

/** A family without transactions is worth zero; without prices its value is unknown. */
function wireFamily(row: FamilyRow, figures: FamilyFigures | undefined): Family {
  const isEmpty = row.transactions_count === 0
  return {
    id: row.id,
    name: row.name,
    currency: currencyCode.parse(row.base_currency),
    is_mfa_required: row.two_factor_required,
    storage_limit_mb: row.storage_limit_mb,
    advisers: row.advisers,
    accounts_count: row.accounts_count,
    users_count: row.users_count,
    transactions_count: row.transactions_count,
    value: isEmpty ? 0 : (figures?.value ?? null),
    created_at: row.created_at.toISOString(),
    version: row.version,
    flags: isEmpty ? [] : (figures?.flags ?? [unvalued]),
  }
}
