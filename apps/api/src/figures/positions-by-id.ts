import { AppError } from '../platform/errors/app-error.ts'
import type { Portfolio } from '../queries/query.ts'
import { findPositions } from './find-positions.ts'

/** The position of an id, as a place in the book. What the asker may not see does not exist. */
export function visiblePosition({ book, view }: Portfolio, id: string): number {
  const [position = -1] = findPositions(book, [id])
  const account = book.accounts[book.positions.account[position] ?? -1]
  if (!account || !view.accounts.includes(account.id)) throw new AppError('not_found')
  return position
}
