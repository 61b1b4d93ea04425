import type { Day } from '../../calendar/day.ts'
import type { Split } from '../../ledger/ledger.ts'
import { type Exact, exact, scaleBy } from '../../money/exact.ts'
import type { Entry, PostingContext } from '../posting-context.ts'

const NO_SPLITS: readonly Split[] = []

/** Units of a holding on one day in units of another: splits in between multiply them, and divide them backwards. */
export function restateUnits(
  context: PostingContext,
  { account, instrument }: Entry,
  units: Exact,
  { from, to }: { readonly from: Day; readonly to: Day },
): Exact {
  if (from === to) return units
  const { instruments } = context.holdings
  const known = instruments[instrument]?.splits ?? NO_SPLITS
  const posted = context.postedSplits.get(account * instruments.length + instrument) ?? NO_SPLITS
  let restated = units
  for (const { day, numerator, denominator } of [...known, ...posted]) {
    if (day > from && day <= to) restated = scaleBy(restated, exact(numerator), exact(denominator))
    if (day > to && day <= from) restated = scaleBy(restated, exact(denominator), exact(numerator))
  }
  return restated
}
