import type { Day } from '../calendar/day.ts'
import { postReturn } from './corporate-actions.ts'
import { derivedEntry } from './derived-payments.ts'
import { type Holding, heldQuantity } from './holdings.ts'
import type { PostingContext } from './posting-context.ts'

/** Futures that pay at every close without a transaction: those of accounts that say so, unless their margin is posted. */
function marginHoldings({ holdings, marginKeys }: PostingContext): Holding[] {
  const { accounts, instruments } = holdings
  const open: Holding[] = []
  for (const [key, holding] of holdings.byKey)
    if (
      holding.position >= 0 &&
      instruments[holding.instrument]?.type === 'future' &&
      accounts[holding.account]?.variationMargin === 'derived' &&
      !marginKeys.has(key)
    )
      open.push(holding)
  return open
}

function payMargin(context: PostingContext, holding: Holding, day: Day): void {
  const { account, instrument } = holding
  const units = heldQuantity(holding) * (context.holdings.instruments[instrument]?.contractSize ?? 1)
  const amount = units * context.closeOn(instrument, day) - holding.owed
  const entry = derivedEntry(context, { account, instrument, type: 'variation_margin', day, amount })
  if (entry) postReturn(context, entry)
}

/**
 * Pays the margin of every close from `from` to `to`: what the open contracts have won since the close before, after
 * the transactions of the day. The contract is then worth nothing, and the money is cash.
 */
export function deriveMargins(context: PostingContext, from: Day, to: Day): void {
  // Between transactions nothing is opened or closed, so what is open on the first day is open on all of them.
  const open = marginHoldings(context)
  if (open.length === 0) return
  for (let day = from; day <= to; day += 1) for (const holding of open) payMargin(context, holding, day)
}
