import type { GeneratedWorld } from '../random/random-ledger.ts'
import { claimedOn, type ReferenceClaim } from './claimed.ts'
import { sum } from './lots/lots.ts'
import { closeOn, type Num, num, rateOn, ZERO } from './market.ts'
import type { ReferencePosition } from './position.ts'

/** The positions and their values at any close. */
export class ReferenceValues {
  readonly positions: ReferencePosition[] = []
  protected readonly current = new Map<string, ReferencePosition>()
  protected readonly waiting = new Set<ReferencePosition>()
  protected step = 0
  readonly world: GeneratedWorld
  protected readonly target: string
  private readonly claims: ReadonlyMap<string, readonly ReferenceClaim[]>
  /** Caches values, which no longer change once everything is posted. */
  private readonly values = new Map<ReferencePosition, Map<number, Num>>()

  constructor(world: GeneratedWorld, target: string, claims: ReadonlyMap<string, readonly ReferenceClaim[]>) {
    this.world = world
    this.target = target
    this.claims = claims
  }

  get period(): { readonly firstDay: number; readonly lastDay: number } {
    return this.world
  }

  protected isWaiting(position: ReferencePosition): boolean {
    return this.waiting.has(position)
  }

  /** Value of one unit of a position at a close, in the target currency. */
  unitValue(position: ReferencePosition, day: number): Num | null {
    const rate = rateOn(this.world, position.currency, this.target, day)
    const price = position.instrument ? closeOn(this.world, position.instrument, day) : num(1)
    return rate && price ? price.mul(position.instrument?.contractSize ?? 1).mul(rate) : null
  }

  /** The rate of a day from a position's own currency; 0 without a rate. */
  positionRate(position: ReferencePosition, day: number): Num {
    return rateOn(this.world, position.currency, this.target, day) ?? ZERO
  }

  quantityOn(position: ReferencePosition, day: number): Num {
    return position.history.findLast(entry => entry.day <= day)?.quantity ?? ZERO
  }

  /** A position's value at a close: zero before its first valued close. */
  valueOn(position: ReferencePosition, day: number): Num {
    if (position.entryDay !== null && day < position.entryDay) return ZERO
    const known = this.values.get(position) ?? new Map<number, Num>()
    this.values.set(position, known)
    const value = known.get(day) ?? this.computeValue(position, day)
    known.set(day, value)
    return value
  }

  /** Quantity x unit value plus claims; of contracts the gain of the open lots that is not paid plus what is due. */
  protected computeValue(position: ReferencePosition, day: number): Num {
    const rate = rateOn(this.world, position.currency, this.target, day) ?? ZERO
    const claimed = claimedOn(this.claims.get(position.key) ?? [], day).mul(rate)
    const contracts = position.contracts.findLast(entry => entry.day <= day)
    if (contracts && position.instrument) {
      const close = closeOn(this.world, position.instrument, day) ?? ZERO
      const contractSize = position.instrument.contractSize ?? 1
      const gains = contracts.open.map(lot => lot.units.mul(contractSize).mul(close.sub(lot.paidUpTo)))
      return sum(gains).add(contracts.due).mul(rate)
    }
    const quantity = this.quantityOn(position, day)
    if (quantity.isZero()) return claimed
    return quantity.mul(this.unitValue(position, day) ?? ZERO).add(claimed)
  }
}
