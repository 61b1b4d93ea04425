import { type CallReply, contract, countryCode } from '@plumbline/contract'
import { toActor } from '../../platform/auth/actor.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { omitUndefined } from '../../platform/http/bodies/omit-undefined.ts'
import { pageLinks } from '../../platform/http/page-links.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { CustodianRow, CustodiansStore } from './custodians.store.ts'

const calls = contract.instruments
type Custodian = CallReply<typeof calls.listCustodians>['data'][number]

/** Everyone sees the custodians; administrators manage them. */
export function custodiansRoutes(serve: Serve, store: CustodiansStore): void {
  serve(calls.listCustodians, async ({ user, query }) => {
    const { rows, count } = await store.list(user.id, query)
    return { ...pageLinks(calls.listCustodians.path, query, count), count, data: rows.map(wireCustodian) }
  })

  serve(calls.createCustodian, async ({ user, body, request }) => {
    const created = await store.create(toActor(user, request.ip), body)
    if (created === 'taken') throw new AppError('already_exists')
    return { data: wireCustodian(created) }
  })

  serve(calls.changeCustodian, async ({ user, params, body: { version, ...body }, request }) => {
    const actor = toActor(user, request.ip)
    const changed = await store.change(actor, params.id, omitUndefined(body), version)
    if (changed === 'none') throw new AppError('not_found')
    if (changed === 'taken') throw new AppError('already_exists', { field: 'name' })
    return { data: wireCustodian(changed) }
  })

  serve(calls.removeCustodian, async ({ user, params, request }) => {
    const outcome = await store.remove(toActor(user, request.ip), params.id)
    if (outcome === 'none') throw new AppError('not_found')
    if (outcome === 'in_use') throw new AppError('still_in_use')
    return undefined
  })
}

function wireCustodian(row: CustodianRow): Custodian {
  return { ...row, country: row.country === null ? null : countryCode.parse(row.country) }
}
