import { type Num, num } from './market-numbers.ts'

/** An amount due but not posted: part of a position's value between two days, in its own currency. */
export interface ReferenceClaim {
  /** The key of the position. */
  readonly position: string
  readonly from: number
  readonly to: number
  readonly amount: Num
}

export function claimedOn(claims: readonly ReferenceClaim[], day: number): Num {
  return claims
    .filter(claim => claim.from <= day && day <= claim.to)
    .reduce((sum, claim) => sum.add(claim.amount), num(0))
}
