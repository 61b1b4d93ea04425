import { AppError } from '../platform/errors/app-error.ts'
import type { Portfolio } from '../queries/query.ts'
import { findPositions } from './find-positions.ts'

/** The position of an id, as a place in the snapshot. What the caller may not see does not exist. */
export function visiblePosition({ snapshot, view }: Portfolio, id: string): number {
  const [position = -1] = findPositions(snapshot, [id])
  const account = snapshot.accounts[snapshot.positions.account[position] ?? -1]
  if (!account || !view.accounts.includes(account.id)) throw new AppError('not_found')
  return position
}
