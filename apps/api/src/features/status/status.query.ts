import { contract, statusIcon } from '@plumbline/contract'
import { type Flag, measureCoverage } from '@plumbline/engine'
import { findPositions } from '../../figures/find-positions.ts'
import { accountReference, cashName } from '../../figures/position-rows.ts'
import { defineEndpointQuery, type Portfolio } from '../../queries/query.ts'
import { describeBasis, queryEngine, readScope, wireFlags } from '../../queries/query-scope.ts'
import type { SourceStatus } from './status.store.ts'

type Status = typeof contract.integrations.status

/** The status of the sources of a scope, and the positions with figures that could not be computed. */
export const statusQuery = defineEndpointQuery<Status, SourceStatus[]>(
  contract.integrations.status,
  (portfolio, { body }, sources) => {
    const scope = readScope(portfolio, body)
    const whole = queryEngine(portfolio, scope)
    const inScope = accountsInScope(portfolio, whole.isIn)
    const data = sources.flatMap(({ account_id, ...source }) => {
      // A market source concerns every account, so it lists none.
      const accounts = account_id === null ? [] : inScope.filter(({ id }) => id === account_id)
      if (account_id !== null && accounts.length === 0) return []
      return [{ ...source, icon: statusIcon(source.status), accounts }]
    })
    const extra = { missing: listMissing(portfolio, whole) }
    return { data, count: data.length, extra, basis: describeBasis(portfolio, scope) }
  },
)

/** The accounts of the scope, with those that have no transactions yet. */
function accountsInScope(portfolio: Portfolio, isIn: Uint8Array) {
  const { snapshot, view } = portfolio
  const posted = new Set<number>()
  const used = new Set<number>()
  for (let position = 0; position < isIn.length; position += 1) {
    const account = snapshot.positions.account[position] ?? -1
    posted.add(account)
    if (isIn[position] === 1) used.add(account)
  }
  return snapshot.accounts
    .filter(({ id }, place) => view.accounts.includes(id) && (used.has(place) || !posted.has(place)))
    .map(({ id }) => accountReference(portfolio, id))
}

/** Positions that the totals leave out, as the coverage of the net asset value counts them. */
function listMissing(portfolio: Portfolio, whole: ReturnType<typeof queryEngine>) {
  const { snapshot } = portfolio
  const flags = new Map<string, Flag[]>(measureCoverage(whole).unvalued.map(({ key, flag }) => [key, [flag]]))
  const keys = [...flags.keys()].sort()
  const places = findPositions(snapshot, keys)
  return keys.map((key, index) => {
    const place = places[index] ?? -1
    const instrument = snapshot.instruments[snapshot.positions.instrument[place] ?? -1]
    const currency = snapshot.currencies[snapshot.positions.currency[place] ?? -1] ?? ''
    return {
      position_id: key,
      name: instrument?.name ?? cashName(portfolio, currency),
      flags: wireFlags(flags.get(key) ?? []),
    }
  })
}
