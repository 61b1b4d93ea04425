import { contract, toTemplate } from '@plumbline/contract'
import { AppError } from '../../platform/errors/app-error.ts'
import { pageLinks } from '../../platform/http/page-links.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { TemplatesStore } from './templates.store.ts'

/** Saved filters. Those of another user return not found. */
export function templatesRoutes(serve: Serve, store: TemplatesStore): void {
  serve(contract.templates.list, async ({ user, query }) => {
    const { rows, count } = await store.list(user.id, query)
    return { ...pageLinks(contract.templates.list.path, query, count), count, data: rows.map(toTemplate) }
  })

  serve(contract.templates.create, async ({ user, body: { name, ...filters } }) => {
    const added = await store.add(user.id, name, filters)
    if (added === 'taken') throw new AppError('already_exists', { field: 'name' })
    if (added === 'too_many') throw new AppError('limit_reached')
    return { data: toTemplate(added) }
  })

  serve(contract.templates.change, async ({ user, params, body: { name, version, ...filters } }) => {
    const known = await store.find(user.id, params.id)
    if (!known) throw new AppError('not_found')
    const row = { id: known.id, name: name ?? known.name, filters: { ...known.filters, ...filters } }
    const changed = await store.change(user.id, row, version)
    if (changed === null) throw new AppError('not_found')
    if (changed === 'taken') throw new AppError('already_exists', { field: 'name' })
    return { data: toTemplate(changed) }
  })

  serve(contract.templates.remove, async ({ user, params }) => {
    if (!(await store.remove(user.id, params.id))) throw new AppError('not_found')
    return undefined
  })
}
