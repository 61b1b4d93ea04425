import { contract } from '@plumbline/contract'
import { AppError } from '../../../platform/errors/app-error.ts'
import { pageRows } from '../../../platform/http/page-links.ts'
import type { Serve } from '../../../platform/http/serve.ts'
import { clientName } from './client-name.ts'
import type { SignInsStore } from './sign-ins.store.ts'

/** Lists and ends sign-ins; ending one takes effect on every server at once. */
export function signInsRoutes(serve: Serve, store: SignInsStore): void {
  serve(contract.auth.listSignIns, async ({ user, query }) => {
    const rows = await store.list(user.id)
    const signIns = rows.map(row => ({
      id: row.id,
      started_at: row.created_at.toISOString(),
      last_used_at: row.last_seen_at.toISOString(),
      ends_at: row.ends_at.toISOString(),
      client: clientName(row.client),
      address: row.address,
      is_current: row.id === user.signInId,
    }))
    return pageRows(signIns, contract.auth.listSignIns.path, query)
  })

  serve(contract.auth.endSignIn, async ({ user, params }) => {
    if (!(await store.end(user.id, params.id))) throw new AppError('not_found')
    return undefined
  })

  serve(contract.auth.endOtherSignIns, async ({ user }) => ({
    data: { ended: await store.endOthers(user.id, user.familyId, user.signInId) },
  }))
}
