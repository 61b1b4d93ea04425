import { signum } from '../money/exact.ts'
import { ensureHolding } from './holdings.ts'
import { type Entry, type PostingContext, writePosting } from './posting-context.ts'
import { postCostsApart, valueAtMarket, writeTrade } from './trades.ts'

/**
 * Units received free of payment, such as a staking reward.
 *
 *     income = cost = value        value: as recorded, else the market value of that close
 *
 * The income pays for the units, so no cash moves and nothing is a deposit. A negative quantity takes a reward back at
 * its value. Without a recorded value and a close the units cost nothing and are no income. Costs are a charge of their
 * own, since they may be in another currency.
 */
export function postIncomeInKind(context: PostingContext, entry: Entry): void {
  const { transaction } = entry
  if (signum(entry.settled.quantity) === 0) return
  const valued = entry.settled.hasValue ? entry.settled : valueAtMarket(context, entry, transaction.day)
  const value = signum(valued.quantity) * valued.gross
  const slot = {
    entry: { ...entry, settled: valued },
    posting: writePosting(context, valued, transaction.day),
    day: transaction.day,
  }
  const holding = ensureHolding(context.holdings, entry.account, entry.instrument)
  writeTrade(context, slot, holding, { posted: value, income: value, fees: 0, taxes: 0 })
  postCostsApart(context, entry, transaction.day)
}
