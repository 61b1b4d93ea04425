import { EVENT } from '../positions/events.ts'
import type { Walk } from './walk.ts'

// Columns have one value per event, lot or piece by construction; `as number` says so in the loops below.

/** Rate of a position's own currency on a day: 1 in its own currency, NaN without one. */
function marketRate(walk: Walk, position: number, day: number): number {
  const column = walk.rates[walk.book.positions.currency[position] as number]
  if (walk.currency === null || column === null) return 1
  return column?.[day - walk.book.firstDay] ?? Number.NaN
}

function broughtIn(walk: Walk, event: number, position: number): number {
  const { book, tied } = walk
  const rate = marketRate(walk, position, book.events.day[event] as number)
  const last = book.events.lotTo[event] as number
  let sum = 0
  for (let lot = book.events.lotFrom[event] as number; lot < last; lot += 1) {
    const amount = (book.tied.get(lot) ?? 0) * rate
    // Without a rate it cannot be stated yet: a position that enters late states all of its lots then.
    if (!Number.isFinite(amount)) continue
    tied?.lot.set(lot, amount)
    sum += amount
  }
  return sum
}

function takenOut(walk: Walk, event: number, position: number): number {
  const { book, tied } = walk
  const all = tied?.position[position] ?? 0
  if (book.events.after[event] === 0) return all
  const poolShare = book.events.poolShare[event] as number
  if (poolShare > 0) return all * poolShare
  const last = book.events.pieceTo[event] as number
  let sum = 0
  for (let piece = book.events.pieceFrom[event] as number; piece < last; piece += 1)
    sum += (tied?.lot.get(book.pieces.lot[piece] as number) ?? 0) * (book.pieces.share[piece] as number)
  return sum
}

/**
 * Change of the capital that an event ties up beside the value of its position: collateral and proceeds.
 *
 *     collateral = |exposure at opening| of the open lots        proceeds = what opening them brought
 *
 * Of short shares both are the proceeds. Futures and forwards, long or short, have no proceeds and the notional they
 * were entered at; short options their proceeds and the price of the underlying. Longs tie up nothing more. What is
 * closed takes its part out again, so nothing stays tied up without a position. Unit: the walk's currency, at the
 * rate of the day the lot was opened.
 */
export function tiedChange(walk: Walk, event: number, position: number, costChange: number): number {
  const { book, tied } = walk
  const isShort = (book.positions.side[position] as number) < 0
  if (tied === null || tied.isIn[position] === 0) return isShort ? -2 * costChange : 0
  const kind = book.events.kind[event] as number
  const isClosing = kind === EVENT.close || kind === EVENT.carryOut
  const change =
    kind === EVENT.open ? broughtIn(walk, event, position) : isClosing ? -takenOut(walk, event, position) : 0
  tied.position[position] = (tied.position[position] as number) + change
  return isShort ? change - costChange : change
}

/** What a position ties up that enters at its first valued close: its open lots at the rate of that day. */
export function tiedAtEntry(walk: Walk, position: number): number {
  const { book, tied, lotLeft } = walk
  const isShort = (book.positions.side[position] as number) < 0
  if ((book.positions.instrument[position] as number) < 0) return 0
  const cost = walk.entryCost[position] as number
  if (tied === null || tied.isIn[position] === 0) return isShort ? -2 * cost : 0
  const rate = marketRate(walk, position, walk.entryDay[position] as number)
  let sum = 0
  for (const [lot, amount] of book.tied) {
    if (book.lots.position[lot] !== position) continue
    const own = amount * rate
    tied.lot.set(lot, own)
    sum += own * (lotLeft[lot] as number)
  }
  tied.position[position] = sum
  return isShort ? sum - cost : sum
}

/** What a walk keeps of tied capital; null where nothing of it is other than proceeds. */
export interface TiedWalk {
  /** Per lot, when it was opened, in the walk's currency. */
  readonly lot: Map<number, number>
  /** Per position: tied up now. */
  readonly position: Float64Array
  /** Per position: 1 where lots are noted. */
  readonly isIn: Uint8Array
}

/** An empty walk of tied capital. */
export function openTied({ tied, lots, positions }: Walk['book']): TiedWalk | null {
  if (tied.size === 0) return null
  const isIn = new Uint8Array(positions.count)
  for (const lot of tied.keys()) isIn[lots.position[lot] as number] = 1
  return { lot: new Map(), position: new Float64Array(positions.count), isIn }
}
