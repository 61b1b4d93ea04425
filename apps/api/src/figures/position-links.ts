import { type LinkKind, type TransactionType, transactionTypes } from '@plumbline/contract'
import type { Portfolio } from '../queries/query.ts'
import { findPositions } from './find-positions.ts'
import { ledgerLines } from './ledger-lines.ts'
import type { OwnLink } from './strategies-and-links.store.ts'

/** A position that belongs with another, and why. */
export interface PositionLink {
  /** Null for a link that follows from a transaction. */
  readonly id: string | null
  readonly kind: LinkKind
  readonly note: string | null
  readonly position: number
}

/** The positions that belong with one: those that someone linked, then those that its transactions lead to. */
export function linksOf(portfolio: Portfolio, position: number, made: readonly OwnLink[]): PositionLink[] {
  return [...madeLinks(portfolio, position, made), ...postedLinks(portfolio, position)]
}

/** Links have two ends, and either leads to the other. What the caller may not see is not there. */
function madeLinks(
  { snapshot, view }: Portfolio,
  position: number,
  made: readonly OwnLink[],
): PositionLink[] {
  const accounts = new Set(view.accounts)
  const ends = findPositions(
    snapshot,
    made.flatMap(link => [link.position_id, link.linked_position_id]),
  )
  return made.flatMap(({ id, kind, note }, index): PositionLink[] => {
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

/** Two transactions with one link moved lots from one position to another. */
function postedLinks(portfolio: Portfolio, position: number): PositionLink[] {
  const { snapshot, names, view } = portfolio
  const { ledger } = names
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
