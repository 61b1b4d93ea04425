import { TRANSACTION_TYPE_RULES } from '../ledger/transaction-types.ts'
import { signum } from '../money/exact.ts'
import type { Entry } from './posting-context.ts'

/** Two transactions that belong together: a transfer, a corporate action, an exercise. */
export interface LinkedPair {
  readonly out: Entry
  readonly into: Entry
}

/** The side of a pair that a transaction is: the one that gives (parent, old shares, option) or the one that receives. */
function linkSide(entry: Entry): 'out' | 'into' | null {
  const { transaction, settled } = entry
  const { linkSide: rule } = TRANSACTION_TYPE_RULES[transaction.type]
  switch (rule) {
    case 'by_zero_quantity':
      return signum(settled.quantity) === 0 ? 'out' : 'into'
    case 'by_quantity':
      return signum(settled.quantity) < 0 ? 'out' : 'into'
    case 'by_value':
      return settled.gross === 0 ? 'out' : 'into'
    default:
      return rule
  }
}

/** The linked pairs whose two sides are both in the ledger and match, by link. */
export function pairByLink(entries: readonly Entry[]): Map<string, LinkedPair> {
  const sides = new Map<string, { out?: Entry; into?: Entry }>()
  for (const entry of entries) {
    const { link } = entry.transaction
    const side = link === undefined ? null : linkSide(entry)
    if (link === undefined || side === null) continue
    sides.set(link, { ...sides.get(link), [side]: entry })
  }
  const pairs = new Map<string, LinkedPair>()
  for (const [link, { out, into }] of sides) {
    if (!out || !into) continue
    if (out.settled.kind === 'action' && into.settled.kind === 'action') pairs.set(link, { out, into })
    if (out.settled.kind === 'action' || out.instrument !== into.instrument) continue
    const sameMoney = out.settled.settleCurrency === into.settled.settleCurrency
    if (out.instrument >= 0 || sameMoney) pairs.set(link, { out, into })
  }
  return pairs
}
