/**
 * The value of a currency forward in the currency it is quoted in.
 *
 *     (forward rate now - contract rate) x notional x discount factor
 *
 * The notional is the signed amount of the base currency, positive when bought; rates are units of the quoted currency
 * for one of the base. A forward costs nothing to enter, so its value is all P/L. The discount factor is that of the
 * quoted currency to the maturity, 1 without discounting.
 */
export function forwardValue(
  notional: number,
  contractRate: number,
  forwardRate: number,
  discountFactor = 1,
): number {
  return (forwardRate - contractRate) * notional * discountFactor
}

/** The exposure of a forward: the base amount, the amount against it, and as headline the base at the spot rate. */
export function forwardExposure(
  notional: number,
  contractRate: number,
  spotRate: number,
): { base: number; quoted: number; headline: number } {
  return { base: notional, quoted: -notional * contractRate, headline: notional * spotRate }
}
