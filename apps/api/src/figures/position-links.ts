import { type LinkKind, type TransactionType, transactionTypes } from '@plumbline/contract'
import type { Portfolio } from '../queries/query.ts'
import { findPositions } from './find-positions.ts'
import { ledgerLines } from './ledger-lines.ts'
import type { OwnLink } from './strategies-and-links.store.ts'

/** A position that is linked to another, and the kind of link. */
export interface PositionLink {
  /** Null for a link that follows from a transaction. */
  readonly id: string | null
  readonly kind: LinkKind
  readonly note: string | null
  readonly position: number
}

/** The links of a position: those that users made, then those that follow from its transactions. */
export function listLinks(
  portfolio: Portfolio,
  position: number,
  userLinks: readonly OwnLink[],
): PositionLink[] {
  return [...listUserLinks(portfolio, position, userLinks), ...listPostedLinks(portfolio, position)]
}

/** Links work in both directions. Positions the caller may not see are left out. */
function listUserLinks(
  { snapshot, view }: Portfolio,
  position: number,
  userLinks: readonly OwnLink[],
): PositionLink[] {
  const accounts = new Set(view.accounts)
  const ends = findPositions(
    snapshot,
    userLinks.flatMap(link => [link.position_id, link.linked_position_id]),
  )
  return userLinks.flatMap(({ id, kind, note }, index): PositionLink[] => {
    const [first = -1, second = -1] = ends.slice(index * 2, index * 2 + 2)
    const other = first === position ? second : second === position ? first : -1
    const account = snapshot.accounts[snapshot.positions.account[other] ?? -1]?.id
    if (other === position || account === undefined || !accounts.has(account)) return []
    return [{ id, kind, note, position: other }]
  })
}

const kindOfType: Partial<Record<TransactionType, LinkKind>> = {
  spin_off: 'spin_off',
  merger: 'merger',
  transfer_in: 'transfer',
  transfer_out: 'transfer',
  exercise: 'exercise',
  assignment: 'exercise',
  rights: 'exercise',
}

/** Two transactions with the same link moved lots from one position to another. */
function listPostedLinks(portfolio: Portfolio, position: number): PositionLink[] {
  const { snapshot, metadata, view } = portfolio
  const { ledger } = metadata
  const lines = ledgerLines(portfolio)
  const own = new Set<number>()
  for (let line = 0; line < lines.count; line += 1) {
    const link = ledger.link[lines.transaction[line] ?? 0] ?? -1
    if (lines.position[line] === position && link >= 0) own.add(link)
  }
  const accounts = new Set(view.accounts)
  const found = new Map<number, LinkKind>()
  for (let line = 0; own.size > 0 && line < lines.count; line += 1) {
    const place = lines.transaction[line] ?? 0
    const other = lines.position[line] ?? -1
    const kind = kindOfType[transactionTypes[ledger.type[place] ?? -1] ?? 'trade']
    const account = snapshot.accounts[snapshot.positions.account[other] ?? -1]?.id ?? ''
    const isHolding = (snapshot.positions.instrument[other] ?? -1) >= 0
    if (!kind || other === position || !isHolding || !own.has(ledger.link[place] ?? -1)) continue
    if (accounts.has(account)) found.set(other, kind)
  }
  return [...found].map(([other, kind]) => ({ id: null, kind, note: null, position: other }))
}
