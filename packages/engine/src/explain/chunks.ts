import type { Day } from '../calendar/day.ts'
import type { Period } from '../calendar/period.ts'
import { unitsOn, unitValueOn, worthOn } from '../currency/currency-view.ts'
import type { CurrencyViews } from '../figures/capital.ts'
import { CONTRACT_TYPES } from '../ledger/vocabulary.ts'
import { EVENT } from '../posting/journal.ts'
import type { PortfolioSnapshot } from '../snapshot/snapshot.ts'
import { accruedOn, accruedPerUnit } from './accrued-value.ts'

// Columns have one value per lot, piece or event by construction; `as number` says so in the loops below.

/** What moved the value of a position that was not paid in or taken out, in the calculated currency. */
export interface ValueMove {
  /** Change of prices between closes. */
  readonly price: number
  /** Between the price of each trade and the close of its day. */
  readonly trading: number
  /** Interest that accrued and is not paid; falls again when it is, and is income then. */
  readonly accrued: number
  readonly currency: number
}

/**
 * Chunks that are still open: what they were worth at their start, locally and in the calculated currency, the accrued
 * interest within it, and what their opening trades had won by their close. All but `calculated` is local.
 */
interface Chunks {
  local: number
  calculated: number
  interest: number
  won: number
}

interface FollowedLot extends Chunks {
  left: number
}

interface Run extends Chunks {
  price: number
  trading: number
  accrued: number
  currency: number
  readonly lots: Map<number, FollowedLot>
}

const NOTHING: Chunks = { local: 0, calculated: 0, interest: 0, won: 0 }

function shareOf(chunks: Chunks, share: number): Chunks {
  return {
    local: chunks.local * share,
    calculated: chunks.calculated * share,
    interest: chunks.interest * share,
    won: chunks.won * share,
  }
}

function addTo(sum: Chunks, more: Chunks): void {
  sum.local += more.local
  sum.calculated += more.calculated
  sum.interest += more.interest
  sum.won += more.won
}

function rateOn(snapshot: PortfolioSnapshot, views: CurrencyViews, position: number, day: Day): number {
  const column = views.calculated.rates[snapshot.positions.currency[position] as number]
  return column === null ? 1 : (column?.[day - snapshot.firstDay] ?? Number.NaN)
}

/**
 * Quantity x contract size x close of what a transaction changed, less what it was posted at, in the position's currency.
 * Trades are posted without their accrued interest, which is income, so the close counts without it too.
 */
function wonUntilClose(snapshot: PortfolioSnapshot, views: CurrencyViews, event: number): number {
  const position = snapshot.events.position[event] as number
  const size = snapshot.instruments[snapshot.positions.instrument[position] as number]?.contractSize ?? 1
  const day = snapshot.events.day[event] as number
  const units = (snapshot.events.quantity[event] as number) * size
  const clean = unitValueOn(snapshot, views.original, position, day) - accruedPerUnit(snapshot, position, day)
  const close = units === 0 ? 0 : units * clean
  const won = close - (views.original.posted[event] as number)
  return Number.isFinite(won) ? won : 0
}

/**
 * Ends chunks: their local start value at the rate of the end is currency, what they came to beyond it is price, what
 * their opening trades won, and the change of accrued interest (`interest` is what is within their worth at the end).
 */
function endChunks(run: Run, ended: Chunks, worth: number, rate: number, interest = 0): void {
  const hasRate = Number.isFinite(rate) && ended.local !== 0
  const atEndRate = hasRate ? ended.local * rate : ended.local === 0 ? 0 : ended.calculated
  const won = Number.isFinite(rate) ? ended.won * rate : 0
  const accrued = Number.isFinite(rate) ? (interest - ended.interest) * rate : 0
  run.currency += atEndRate - ended.calculated
  run.trading += won
  run.accrued += accrued
  run.price += worth - atEndRate - won - accrued
  addTo(run, shareOf(ended, -1))
}

/** Lots that are there at the opening close count at their value of that close, shared out by units. */
function restate(
  snapshot: PortfolioSnapshot,
  views: CurrencyViews,
  position: number,
  day: Day,
  run: Run,
  isContract: boolean,
): void {
  const local = worthOn(snapshot, views.original, position, day)
  const calculated = worthOn(snapshot, views.calculated, position, day)
  const interest = isContract ? 0 : accruedOn(snapshot, views.original, position, day)
  const all: Chunks = { local, calculated, interest, won: 0 }
  let units = 0
  for (const [lot, followed] of run.lots) units += followed.left * (snapshot.lots.units[lot] as number)
  for (const [lot, followed] of run.lots) {
    const share = units === 0 ? 0 : (snapshot.lots.units[lot] as number) / units
    Object.assign(followed, shareOf(all, share))
  }
  Object.assign(run, all, { price: 0, trading: 0, accrued: 0, currency: 0 })
}

function open(
  snapshot: PortfolioSnapshot,
  views: CurrencyViews,
  event: number,
  run: Run,
  isContract: boolean,
): void {
  const won = isContract ? 0 : wonUntilClose(snapshot, views, event)
  const first = snapshot.events.lotFrom[event] as number
  const last = snapshot.events.lotTo[event] as number
  let units = 0
  for (let lot = first; lot < last; lot += 1) units += snapshot.lots.units[lot] as number
  for (let lot = first; lot < last; lot += 1) {
    const share = units === 0 ? 1 / (last - first) : (snapshot.lots.units[lot] as number) / units
    run.lots.set(lot, {
      local: views.original.lotEntry[lot] as number,
      calculated: views.calculated.lotEntry[lot] as number,
      interest: 0,
      won: won * share,
      left: 1,
    })
  }
  run.local += views.original.posted[event] as number
  run.calculated += views.calculated.posted[event] as number
  run.won += won
}

function close(
  snapshot: PortfolioSnapshot,
  views: CurrencyViews,
  event: number,
  run: Run,
  marketRate: number,
  isContract: boolean,
): void {
  const pool = snapshot.events.poolShare[event] as number
  const ended = shareOf(run, pool)
  const last = snapshot.events.pieceTo[event] as number
  for (let piece = snapshot.events.pieceFrom[event] as number; piece < last && pool === 0; piece += 1) {
    const lot = run.lots.get(snapshot.pieces.lot[piece] as number)
    const share = snapshot.pieces.share[piece] as number
    if (!lot) continue
    lot.left -= share
    addTo(ended, shareOf(lot, share))
  }
  // What closes ends everything, roundings of shares included.
  if (snapshot.events.after[event] === 0) Object.assign(ended, shareOf(run, 1))
  const postedLocal = views.original.posted[event] as number
  const posted = views.calculated.posted[event] as number
  const rate = postedLocal === 0 ? marketRate : posted / postedLocal
  endChunks(run, ended, -posted, rate)
  const won = isContract || !Number.isFinite(rate) ? 0 : wonUntilClose(snapshot, views, event) * rate
  run.trading += won
  run.price -= won
}

/** A spin-off, a return of capital or of nominal: the share that it takes out of the value ends, of every chunk alike. */
function shrink(
  snapshot: PortfolioSnapshot,
  views: CurrencyViews,
  event: number,
  run: Run,
  rate: number,
): void {
  const position = snapshot.events.position[event] as number
  const paid = Math.abs(views.original.posted[event] as number)
  const left = Math.abs(worthOn(snapshot, views.original, position, snapshot.events.day[event] as number))
  const found = paid / (paid + left)
  const share = Number.isFinite(found) ? found : 0
  endChunks(run, shareOf(run, share), -(views.calculated.posted[event] as number), rate)
  for (const lot of run.lots.values()) Object.assign(lot, shareOf(lot, 1 - share))
}

/**
 * What trades of futures and forwards won until the close of their day, in the calculated currency at its rate. They
 * cost nothing, so what was paid for is what they were entered at: value and transactions of the whole day tell it.
 */
function contractTrading(
  snapshot: PortfolioSnapshot,
  views: CurrencyViews,
  position: number,
  begin: Day,
  to: Day,
): number {
  const { events, positions } = snapshot
  const owedOn = (day: Day): number => {
    const units = unitsOn(snapshot, position, day)
    if (units === 0) return 0
    return (
      units * unitValueOn(snapshot, views.original, position, day) -
      worthOn(snapshot, views.original, position, day)
    )
  }
  const last = positions.eventFrom[position + 1] as number
  let sum = 0
  for (let event = positions.eventFrom[position] as number; event < last; ) {
    const day = events.day[event] as number
    let won = 0
    let isTraded = false
    for (; event < last && events.day[event] === day; event += 1) {
      won += wonUntilClose(snapshot, views, event)
      if (events.quantity[event] !== 0) isTraded = true
    }
    if (!isTraded || day <= begin || day > to) continue
    const moved = (won - owedOn(day) + owedOn(day - 1)) * rateOn(snapshot, views, position, day)
    if (Number.isFinite(moved)) sum += moved
  }
  return sum
}

/**
 * Splits the change of a position's value over a period that was neither paid in nor taken out.
 *
 *     chunk: a piece of a lot from max(opening close, its purchase) to min(end, its sale)
 *     currency = local value at its start x (rate at its end - rate at its start)
 *     price + trading + accrued = (local value at its end - local value at its start) x rate at its end
 *     trading = of it, what lies between the price of a trade and the close of its day
 *     accrued = of it, the change of interest that has accrued and is not paid
 *     price + trading + accrued + currency = value at the end - value at the start - what was posted in
 *
 * No cross term is left over. The local value of futures and forwards is what they have won and not been paid, never
 * the notional. A position that gets its first valued close within the period begins there. Unit: the calculated currency.
 */
export function valueMoveOf(
  snapshot: PortfolioSnapshot,
  views: CurrencyViews,
  position: number,
  period: Period,
): ValueMove {
  const { events, positions } = snapshot
  const begin = Math.max(period.from - 1, views.calculated.entryDay[position] as number)
  const run: Run = { ...NOTHING, price: 0, trading: 0, accrued: 0, currency: 0, lots: new Map() }
  if (begin > period.to) return { price: 0, trading: 0, accrued: 0, currency: 0 }
  const isContract = CONTRACT_TYPES.has(
    snapshot.instruments[positions.instrument[position] as number]?.type ?? '',
  )
  const last = positions.eventFrom[position + 1] as number
  let isBegun = (positions.openDay[position] as number) > begin
  for (let event = positions.eventFrom[position] as number; event < last; event += 1) {
    const day = events.day[event] as number
    if (day > period.to) break
    if (!isBegun && day > begin) {
      restate(snapshot, views, position, begin, run, isContract)
      isBegun = true
    }
    const kind = events.kind[event] as number
    if (kind === EVENT.open || kind === EVENT.carryIn) open(snapshot, views, event, run, isContract)
    else if (kind === EVENT.close || kind === EVENT.carryOut)
      close(snapshot, views, event, run, rateOn(snapshot, views, position, day), isContract)
    else if (kind !== EVENT.result && kind !== EVENT.split)
      shrink(snapshot, views, event, run, rateOn(snapshot, views, position, day))
  }
  if (!isBegun) restate(snapshot, views, position, begin, run, isContract)
  const worth = worthOn(snapshot, views.calculated, position, period.to)
  const interest = isContract ? 0 : accruedOn(snapshot, views.original, position, period.to)
  endChunks(run, shareOf(run, 1), worth, rateOn(snapshot, views, position, period.to), interest)
  const { price, trading, accrued, currency } = run
  if (!isContract) return { price, trading, accrued, currency }
  const traded = contractTrading(snapshot, views, position, begin, period.to)
  return { price: price + trading - traded, trading: traded, accrued, currency }
}
