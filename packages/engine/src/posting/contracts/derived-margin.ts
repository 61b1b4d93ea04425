import type { Day } from '../../calendar/day.ts'
import { deriveEntry } from '../derived-payments.ts'
import { type Holding, heldQuantity } from '../holdings.ts'
import type { PostingContext } from '../posting-context.ts'
import { postMargin } from './variation-margin.ts'

/** Open futures whose variation margin is derived: the account asks for it and has none posted. */
function findMarginHoldings({ holdings, marginKeys }: PostingContext): Holding[] {
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
  const entry = deriveEntry(context, { account, instrument, type: 'variation_margin', day, amount })
  if (entry) postMargin(context, entry)
}

/**
 * Pays variation margin at every close from `from` to `to`, after the transactions of the day: the gain of the open
 * contracts since the close before becomes cash, and the contracts are worth 0.
 */
export function deriveMargins(context: PostingContext, from: Day, to: Day): void {
  // Holdings change with transactions only, so those open on the first day are open on all of them.
  const open = findMarginHoldings(context)
  if (open.length === 0) return
  for (let day = from; day <= to; day += 1) for (const holding of open) payMargin(context, holding, day)
}
