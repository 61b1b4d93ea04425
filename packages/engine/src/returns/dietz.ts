/** A flow into a portfolio: `time` is where it lies in the period, 0 at its start and 1 at its end. */
export interface TimedFlow {
  readonly time: number
  readonly amount: number
}

/** Modified Dietz with what it was computed from. */
export interface DietzReturn {
  readonly gain: number
  readonly averageCapital: number
  readonly return: number | null
}

/**
 * Modified Dietz, for periods whose days have no prices.
 *
 *     gain = end - begin - sum of flows      average capital = begin + sum of (1 - time) x flow
 *     return = gain / average capital
 *
 * Flows are positive when money comes in. An average capital that is not positive would turn the sign of the
 * result (a profit shown as -900 %): the gain is then measured on the begin value, and is null without one.
 *
 * @returns money and a fraction.
 */
export function modifiedDietz(begin: number, end: number, flows: readonly TimedFlow[]): DietzReturn {
  const net = flows.reduce((sum, flow) => sum + flow.amount, 0)
  const averageCapital = begin + flows.reduce((sum, flow) => sum + (1 - flow.time) * flow.amount, 0)
  const gain = end - begin - net
  const base = averageCapital > 0 ? averageCapital : begin
  return { gain, averageCapital, return: base > 0 ? gain / base : null }
}

/** A part of a portfolio (a group, cash) with what it earned. */
export interface DietzPart {
  readonly begin: number
  readonly flows: readonly TimedFlow[]
  readonly gain: number
}

/**
 * Contributions of parts to the portfolio's modified Dietz return: gain of the part / average capital of the
 * whole. They add up to the portfolio's return. A part's own return is its gain over its own average capital.
 */
export function dietzContributions(
  parts: readonly DietzPart[],
): { averageCapital: number; contribution: number | null; return: number | null }[] {
  const capitals = parts.map(
    part => part.begin + part.flows.reduce((sum, flow) => sum + (1 - flow.time) * flow.amount, 0),
  )
  const whole = capitals.reduce((sum, capital) => sum + capital, 0)
  return parts.map((part, index) => {
    const averageCapital = capitals[index] ?? 0
    return {
      averageCapital,
      contribution: whole > 0 ? part.gain / whole : null,
      return: averageCapital > 0 ? part.gain / averageCapital : null,
    }
  })
}
