import type { Day } from '../../calendar/day.ts'
import { signum, toNumber } from '../../money/exact.ts'
import { quantityTolerance } from '../../money/tolerances.ts'
import { ensureHolding, type Holding, heldQuantity } from '../holdings.ts'
import type { Entry, PostingContext } from '../posting-context.ts'

/**
 * Units of a corporate action belong to the holder at the close before the ex-date, and custodians deliver them days
 * later. They are posted from the ex-date on, so that their value is never missing between the two; the money of the
 * action moves on the delivery.
 */

/** The ex-date of an action: as stated, else for a spin-off the day on which the parent gave. */
export function findExDay({ transaction }: Entry, partner: Entry | null): Day | undefined {
  const stated = transaction.exDay ?? partner?.transaction.exDay
  if (stated !== undefined || !partner || transaction.type !== 'spin_off') return stated
  return Math.min(transaction.day, partner.transaction.day)
}

/** Whether units arrive free of payment: spin-offs, mergers without cash, bonus shares and allotted rights. */
function isFree({ settled, transaction: { type } }: Entry, partner: Entry | null): boolean {
  if (partner && type === 'spin_off') return true
  const isUnpaid = signum(settled.cash) === 0 && settled.fees === 0 && settled.taxes === 0
  if (partner) return type === 'merger' && isUnpaid
  const isReceived = (type === 'trade' || type === 'rights') && signum(settled.quantity) !== 0
  return isReceived && isUnpaid && settled.gross === 0 && settled.notional === 0
}

/** The day of a delivery: that of the later side. */
export function deliveryDay({ transaction }: Entry, partner: Entry | null): Day {
  return partner ? Math.max(transaction.day, partner.transaction.day) : transaction.day
}

/**
 * The first day from the ex-date on which units delivered later have a close. Null where they are delivered by then, or
 * where nothing says that they are due earlier.
 */
export function findEntitlementDay(
  entry: Entry,
  partner: Entry | null,
  closeOn: PostingContext['closeOn'],
): Day | null {
  const { kind } = entry.settled
  if (kind !== 'action' && kind !== 'trade') return null
  const delivered = deliveryDay(entry, partner)
  const exDay = findExDay(entry, partner)
  if (exDay === undefined || exDay >= delivered || !isFree(entry, partner)) return null
  for (let day = exDay; day < delivered; day += 1)
    if (Number.isFinite(closeOn(entry.instrument, day))) return day
  return null
}

/** The position on a side that held at the close before a day, else the last one on that side; -1 without any. */
export function findEntitled(
  context: PostingContext,
  holding: Holding,
  side: number,
  exDay: Day | undefined,
): number {
  const { openDay, closeDay, side: sides } = context.holdings.journal.positions
  const own = holding.history.filter(position => Math.sign(sides[position] ?? 0) === side)
  const held = own.findLast(
    position => exDay !== undefined && (openDay[position] ?? 0) < exDay && (closeDay[position] ?? 0) >= exDay,
  )
  return held ?? own.at(-1) ?? -1
}

/** Whether the account was entitled to the units of an action; asked before the trades of the day. */
export function isEntitled(context: PostingContext, entry: Entry, partner: Entry | null): boolean {
  const { settled, transaction } = entry
  const { instruments } = context.holdings
  if (partner && transaction.type === 'merger') {
    const source = ensureHolding(context.holdings, partner.account, partner.instrument)
    const given = Math.abs(toNumber(partner.settled.quantity))
    return heldQuantity(source) >= given - quantityTolerance(given)
  }
  const isAllotted = !partner && settled.kind === 'action'
  const underlying = isAllotted ? (instruments[entry.instrument]?.underlying ?? null) : null
  // Rights name no share that they come from, unless their instrument does.
  if (isAllotted && underlying === null) return true
  const giver = partner ?? entry
  const place = underlying === null ? giver.instrument : instruments.findIndex(({ id }) => id === underlying)
  const holding = context.holdings.byKey.get(giver.account * instruments.length + place)
  const exDay = findExDay(entry, partner)
  if (!holding || exDay === undefined) return false
  const { openDay, closeDay } = context.holdings.journal.positions
  const position = findEntitled(context, holding, signum(settled.quantity), exDay)
  return (openDay[position] ?? exDay) < exDay && (closeDay[position] ?? 0) >= exDay
}
