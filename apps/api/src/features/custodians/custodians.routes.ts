import { type CallReply, contract, countryCode } from '@plumbline/contract'
import { AppError } from '../../platform/errors/app-error.ts'
import { definedIn } from '../../platform/http/defined-in.ts'
import { pageLinks } from '../../platform/http/page-links.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { CustodianRow, CustodiansStore } from './custodians.store.ts'

const calls = contract.instruments
type Custodian = CallReply<typeof calls.listCustodians>['data'][number]

/** The banks that accounts are kept with: known to everyone, kept by administrators. */
export function custodiansRoutes(serve: Serve, store: CustodiansStore): void {
  serve(calls.listCustodians, async ({ user, query }) => {
    const { rows, count } = await store.list(user.id, query)
    return { ...pageLinks(calls.listCustodians.path, query, count), count, data: rows.map(shown) }
  })

  serve(calls.createCustodian, async ({ user, body, request }) => {
    const created = await store.create({ id: user.id, address: request.ip }, body)
    if (created === 'taken') throw new AppError('already_exists')
    return { data: shown(created) }
  })

  serve(calls.changeCustodian, async ({ user, params, body: { version, ...body }, request }) => {
    const actor = { id: user.id, address: request.ip }
    const changed = await store.change(actor, params.id, definedIn(body), version)
    if (changed === 'none') throw new AppError('not_found')
    if (changed === 'taken') throw new AppError('already_exists', { field: 'name' })
    return { data: shown(changed) }
  })

  serve(calls.removeCustodian, async ({ user, params, request }) => {
    const outcome = await store.remove({ id: user.id, address: request.ip }, params.id)
    if (outcome === 'none') throw new AppError('not_found')
    if (outcome === 'in_use') throw new AppError('still_in_use')
    return undefined
  })
}

function shown(row: CustodianRow): Custodian {
  return { ...row, country: row.country === null ? null : countryCode.parse(row.country) }
}
