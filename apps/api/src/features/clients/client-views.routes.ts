import { contract } from '@plumbline/contract'
import { AppError } from '../../platform/errors/app-error.ts'
import { pageLinks } from '../../platform/http/page-links.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { ClientViewsStore } from './client-views.store.ts'

/** Saved views of the list of clients. Those of another user return not found. */
export function clientViewsRoutes(serve: Serve, store: ClientViewsStore): void {
  serve(contract.clients.views, async ({ user, query }) => {
    const { rows, count } = await store.list(user.id, query)
    const data = rows.map(({ id, name, choices }) => ({ ...choices, id, name }))
    return { ...pageLinks(contract.clients.views.path, query, count), count, data }
  })

  serve(contract.clients.saveView, async ({ user, body: { name, ...choices } }) => {
    const saved = await store.save(user.id, name, choices)
    if (!saved) throw new AppError('limit_reached')
    return { data: { ...saved.choices, id: saved.id, name: saved.name } }
  })

  serve(contract.clients.removeView, async ({ user, params }) => {
    if (!(await store.remove(user.id, params.id))) throw new AppError('not_found')
    return undefined
  })
}
