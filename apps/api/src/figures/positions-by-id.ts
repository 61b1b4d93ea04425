import { AppError } from '../platform/errors/app-error.ts'
import type { Portfolio } from '../queries/query.ts'
import { findPositions } from './find-positions.ts'

/** The index of a position by its id. A position the caller may not see is not found. */
export function visiblePosition({ snapshot, view }: Portfolio, id: string): number {
  const [position = -1] = findPositions(snapshot, [id])
  const account = snapshot.accounts[snapshot.positions.account[position] ?? -1]
  if (!account || !view.accounts.includes(account.id)) throw new AppError('not_found')
  return position
}
