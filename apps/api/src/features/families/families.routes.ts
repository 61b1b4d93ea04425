import { contract, currencyCode, type Family } from '@plumbline/contract'
import { inOrder } from '../../figures/order.ts'
import type { SignedIn } from '../../platform/auth/signed-in.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { definedIn } from '../../platform/http/defined-in.ts'
import { pageLinks, pageOfRows } from '../../platform/http/page-links.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { FamiliesStore, FamilyRow } from './families.store.ts'
import { type FamiliesFigures, unvalued } from './families-figures.ts'
import type { FamilyFigures } from './family-figures.query.ts'

/** Families, kept by administrators; and which of them a member of staff looks at. */
export function familiesRoutes(serve: Serve, store: FamiliesStore, figuresOf: FamiliesFigures): void {
  const valued = async (user: SignedIn, rows: readonly FamilyRow[]): Promise<Family[]> => {
    const held = rows.filter(row => row.transactions_count > 0)
    const figures = await figuresOf<FamilyFigures>('familyFigures', user, held, undefined)
    return rows.map(row => shown(row, figures.get(row.id)))
  }

  const written = async (
    user: SignedIn,
    outcome: FamilyRow | 'taken' | 'no_adviser',
  ): Promise<{ data: Family }> => {
    if (outcome === 'taken') throw new AppError('already_exists', { field: 'name' })
    if (outcome === 'no_adviser') throw new AppError('not_found', { field: 'adviser_ids' })
    try {
      const [family = shown(outcome, undefined)] = await valued(user, [outcome])
      return { data: family }
    } catch (error) {
      // The change is made: that the server is too busy to value it now must not say otherwise.
      if (!(error instanceof AppError) || error.code !== 'overloaded') throw error
      return { data: { ...shown(outcome, undefined), flags: [] } }
    }
  }

  serve(contract.families.list, async ({ user, query }) => {
    const { q, limit, offset, order_by } = query
    const { path } = contract.families.list
    if (order_by === 'value' || order_by === '-value') {
      // The database does not know what a family is worth: by value, all of them are looked at.
      const { rows } = await store.list(user.id, { q, order_by, page: null })
      return pageOfRows(
        inOrder(await valued(user, rows), order_by, each => each.id, 'en-US'),
        path,
        query,
      )
    }
    const { rows, count } = await store.list(user.id, { q, order_by, page: { limit, offset } })
    return { ...pageLinks(path, query, count), count, data: await valued(user, rows) }
  })

  serve(contract.families.create, async ({ user, body, request }) =>
    written(user, await store.create({ id: user.id, address: request.ip }, body)),
  )

  serve(contract.families.change, async ({ user, params, body: { version, ...body }, request }) => {
    if (!(await store.find(user.id, params.id))) throw new AppError('not_found')
    const actor = { id: user.id, address: request.ip }
    return written(user, await store.change(actor, params.id, definedIn(body), version))
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
    await store.erase({ id: user.id, address: request.ip }, family)
    return undefined
  })

  serve(contract.families.switch, async ({ user, body }) => {
    const family = await store.choose(user.id, body.family)
    if (family === 'none') throw new AppError('not_found', { field: 'family' })
    return { data: { family } }
  })
}

/** Nothing posted is worth nothing; posted, and nothing to value it with, is not known. */
function shown(row: FamilyRow, figures: FamilyFigures | undefined): Family {
  const isEmpty = row.transactions_count === 0
  return {
    id: row.id,
    name: row.name,
    currency: currencyCode.parse(row.base_currency),
    is_mfa_required: row.two_factor_required,
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
