/** A flow into a portfolio, positive when money comes in. `time` runs from 0 at the period's start to 1 at its end. */
export interface TimedFlow {
  readonly time: number
  readonly amount: number
}

/** A modified Dietz return with its gain and average capital. */
export interface DietzReturn {
  readonly gain: number
  readonly averageCapital: number
  readonly return: number | null
}

/**
 * Modified Dietz return, for periods without daily prices.
 *
 *     gain = end - begin - sum of flows      average capital = begin + sum of (1 - time) x flow
 *     return = gain / average capital
 *
 * An average capital that is not positive would flip the sign of the return (a profit shown as -900 %): the gain is then
 * divided by the begin value, and the return is null if that is not positive either.
 *
 * @returns gain and capital in the currency of the inputs, the return as a fraction.
 */
export function modifiedDietz(begin: number, end: number, flows: readonly TimedFlow[]): DietzReturn {
  const net = flows.reduce((sum, flow) => sum + flow.amount, 0)
  const averageCapital = begin + flows.reduce((sum, flow) => sum + (1 - flow.time) * flow.amount, 0)
  const gain = end - begin - net
  const base = averageCapital > 0 ? averageCapital : begin
  return { gain, averageCapital, return: base > 0 ? gain / base : null }
}

/** A part of a portfolio (a group, cash) with its gain. */
export interface DietzPart {
  readonly begin: number
  readonly flows: readonly TimedFlow[]
  readonly gain: number
}

/**
 * Contributions of parts to the portfolio's modified Dietz return.
 *
 *     contribution = gain of the part / average capital of the portfolio
 *     return = gain of the part / average capital of the part
 *
 * Contributions add up to the portfolio's return. Either figure is null when its capital is not positive. Fractions, in
 * the order of the parts.
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
