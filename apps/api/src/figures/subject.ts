import type { Filter, Subject } from '@plumbline/contract'
import type { CurrentUser } from '../platform/auth/current-user.ts'
import { AppError } from '../platform/errors/app-error.ts'
import type { Portfolio } from '../queries/query.ts'
import { type QueryScope, queryEngine, readScope } from '../queries/query-scope.ts'
import { groupMembers } from './group-members.ts'
import { groupName } from './group-names.ts'
import { visiblePosition } from './positions-by-id.ts'
import type { OwnStrategy } from './strategies-and-links.store.ts'

/** The subject of a query: its scope and name, and the position if it is one. */
export interface SubjectScope {
  scope: QueryScope
  /** Null for the whole scope of the filter. */
  name: string | null
  position: number | null
}

/** The demo account does not show the details of a single position. */
export function refuseDemo(user: CurrentUser, subject: Subject): void {
  if (user.role === 'demo' && subject.kind === 'position') throw new AppError('demo_no_details')
}

/**
 * The scope of a subject within the filter. A position ignores the filter, as in its details. A group or strategy without
 * positions is not found.
 */
export function subjectScope(
  portfolio: Portfolio,
  filter: Filter,
  subject: Subject,
  strategies: readonly OwnStrategy[],
): SubjectScope {
  if (subject.kind === 'portfolio') return { scope: readScope(portfolio, filter), name: null, position: null }
  if (subject.kind === 'position') return positionScope(portfolio, filter, subject.id)
  const key = subject.kind === 'strategy' ? 'strategy' : subject.group_by
  const group = subject.kind === 'strategy' ? subject.id : subject.key
  const whole = queryEngine(portfolio, readScope(portfolio, filter), {
    groupBy: key === 'strategy' ? null : key,
  })
  const members = groupMembers(portfolio, whole, key, strategies)(group)
  if (members.length === 0) throw new AppError('not_found', { field: 'subject' })
  const keys = members.map(place => portfolio.snapshot.positions.keys[place] ?? '')
  const name =
    key === 'strategy'
      ? (strategies.find(({ id }) => id === group)?.name ?? null)
      : groupName(portfolio, key, group)
  return { scope: readScope(portfolio, filter, keys), name, position: null }
}

function positionScope(portfolio: Portfolio, filter: Filter, id: string): SubjectScope {
  const position = visiblePosition(portfolio, id)
  const key = portfolio.snapshot.positions.keys[position] ?? ''
  const { period } = readScope(portfolio, filter)
  const scope = { ...readScope(portfolio, { ...filter, filters: {} }, [key]), period }
  return { scope, name: positionName(portfolio, position), position }
}

/** The display name of a position: its instrument, or the account and currency of cash. */
export function positionName({ snapshot, metadata }: Portfolio, position: number): string {
  const instrument = snapshot.instruments[snapshot.positions.instrument[position] ?? -1]
  if (instrument) return instrument.name
  const account = snapshot.accounts[snapshot.positions.account[position] ?? -1]?.id ?? ''
  const currency = snapshot.currencies[snapshot.positions.currency[position] ?? -1] ?? ''
  return `${metadata.accounts.get(account)?.name ?? ''} ${currency}`.trim()
}
