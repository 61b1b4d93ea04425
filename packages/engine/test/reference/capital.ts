import { type Num, num, ZERO } from './market.ts'
import type { Lot, ReferenceEvent, ReferencePosition } from './position.ts'
import type { Reference } from './reference.ts'

/** The remaining part of a lot's value at its start in the period, in the target currency and in the position's own. */
interface Chunk {
  converted: Num
  own: Num
}

/** A position in the target currency and in its own currency. */
export interface ReferencePair {
  readonly reference: Reference
  readonly position: ReferencePosition
  readonly ownReference: Reference
  readonly ownPosition: ReferencePosition
}

const totalUnits = (lots: ReferenceEvent['open']): Num =>
  lots.reduce((sum, [, units]) => sum.add(units), ZERO)
const partGone = (before: Num, after: Num): Num => (before.isZero() ? ZERO : num(1).sub(after.div(before)))
const largest = (a: Num, b: Num): Num => (a.gt(b) ? a : b)

const noLot: Lot = { transaction: '', day: 0, units: ZERO, cost: ZERO, price: ZERO }

/** The chunks of one position over a period, updated by each transaction. */
class Chunks {
  readonly chunks = new Map<Lot, Chunk>()
  peak = ZERO
  ownPeak = ZERO

  sum(): Chunk {
    const all = [...this.chunks.values()]
    return {
      converted: all.reduce((sum, { converted }) => sum.add(converted), ZERO),
      own: all.reduce((sum, { own }) => sum.add(own), ZERO),
    }
  }

  notePeaks(): void {
    const { converted, own } = this.sum()
    this.peak = largest(this.peak, converted.abs())
    this.ownPeak = largest(this.ownPeak, own.abs())
  }

  begin(lots: ReferenceEvent['open'], value: Chunk): void {
    const units = totalUnits(lots)
    for (const [lot, own] of lots) {
      const share = units.isZero() ? num(1).div(lots.length) : own.div(units)
      this.chunks.set(lot, { converted: value.converted.mul(share), own: value.own.mul(share) })
    }
  }

  /** Takes part of a chunk out. */
  end(chunk: Chunk, part: Num): void {
    chunk.converted = chunk.converted.mul(num(1).sub(part))
    chunk.own = chunk.own.mul(num(1).sub(part))
  }
}

/** Capital base of a position over a period; null if the two references have different events. */
export function referenceCapital(
  { reference, position, ownReference, ownPosition }: ReferencePair,
  from: number,
  to: number,
): { base: Num; ownBase: Num } | null {
  const begin = Math.max(from - 1, position.entryDay ?? Number.NEGATIVE_INFINITY)
  const posted = position.events.filter(event => event.step >= 0)
  const own = ownPosition.events.filter(event => event.step >= 0).slice(-posted.length || undefined)
  if (posted.length > 0 && own.some((event, place) => event.step !== posted[place]?.step)) return null
  const run = new Chunks()
  let open = position.events.findLast(event => event.day <= begin)?.open ?? []
  const valueAt = (day: number): Chunk => ({
    converted: reference.valueOn(position, day),
    own: ownReference.valueOn(ownPosition, day),
  })
  if (position.openDay <= begin) {
    // A closed position can still have a claim, which no lot holds.
    run.begin(open.length > 0 ? open : [[noLot, num(1), null]], valueAt(begin))
    if (!reference.quantityOn(position, begin).isZero()) run.notePeaks()
  }
  for (const [place, event] of posted.entries()) {
    const local = own[place]
    if (event.day <= begin || event.day > to || !local) continue
    const kept = new Map(event.open.map(([lot, units]) => [lot, units]))
    if (event.isPaidOut) {
      const paid = local.posted.abs()
      const all = paid.add(ownReference.valueOn(ownPosition, event.day).abs())
      if (!all.isZero()) for (const chunk of run.chunks.values()) run.end(chunk, paid.div(all))
    } else {
      const isPool = position.account.lotMethod === 'average'
      const pooled = isPool ? partGone(totalUnits(open), totalUnits(event.open)) : null
      const isLeaving = event.open.length <= open.length
      for (const [lot, units] of open) {
        const chunk = run.chunks.get(lot)
        const left = kept.get(lot)
        const part = left === undefined ? num(1) : (pooled ?? partGone(units, left))
        if (chunk && isLeaving) run.end(chunk, part)
      }
      const known = new Set(open.map(([lot]) => lot))
      const fresh = event.open.filter(([lot]) => !known.has(lot))
      if (fresh.length > 0) run.begin(fresh, { converted: event.posted, own: local.posted })
    }
    open = event.open
    run.notePeaks()
  }
  return { base: run.peak, ownBase: run.ownPeak }
}
