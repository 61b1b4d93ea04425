import { isNegative, isZero, magnitude, minus, negated, plus } from '../text/decimal.ts'

/** A balance after a row, and what the row moved; null if it does not say. */
export interface StatedBalance {
  readonly line: number
  readonly amount: string
  readonly change: string | null
  readonly costs: string
}

export interface WrongStep {
  readonly line: number
  readonly computed: string
  readonly stated: string
}

/**
 * Rows whose balance does not follow from the one before, in a table that nobody described. Its balances count as those
 * of its rows if at least half of the steps agree to the cent; amounts may have no sign, and exclude costs.
 */
export function findWrongSteps(balances: readonly StatedBalance[]): WrongStep[] {
  const [forward, backward] = [takeSteps(balances), takeSteps(balances.toReversed())]
  const steps = countAgreeing(backward) > countAgreeing(forward) ? backward : forward
  const agreeing = countAgreeing(steps)
  if (agreeing === 0 || agreeing * 2 < steps.length) return []
  return steps.flatMap(({ agrees, ...step }) => (agrees ? [] : [step]))
}

function takeSteps(balances: readonly StatedBalance[]): (WrongStep & { agrees: boolean })[] {
  return balances.slice(1).flatMap(({ line, amount, change, costs }, place) => {
    const before = balances[place]?.amount ?? '0'
    if (change === null || isZero(change)) return []
    const moved = minus(amount, before)
    const size = magnitude(change)
    const agrees = [size, plus(size, costs), minus(size, costs)].includes(magnitude(moved))
    const computed = plus(before, isNegative(moved) ? negated(size) : size)
    return [{ line, computed, stated: amount, agrees }]
  })
}

const countAgreeing = (steps: readonly { agrees: boolean }[]): number =>
  steps.filter(({ agrees }) => agrees).length
