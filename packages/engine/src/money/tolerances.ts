/**
 * Every tolerance of the engine. Posted quantities and amounts are exact; what a tolerance judges is the float64 residue
 * of values, and the digits that statements leave out. Each is a share of the quantity or amount that it judges, never
 * of the ledger, so that a small holding beside a large one keeps its value.
 */

/**
 * Rounding of a quantity, in units and as a share of the quantity held. Statements state eight decimals and thirds have
 * no end: a remainder below 1e-9 is theirs. A holding of less than one unit (1e-8 of a coin) is judged by its own size.
 */
export const QUANTITY_TOLERANCE = 1e-9

/** The remainder of a quantity of this size that is rounding, in units: 1e-9, below one unit 1e-9 of the size. */
export function quantityTolerance(size: number): number {
  const magnitude = Math.abs(size)
  return magnitude < 1 ? QUANTITY_TOLERANCE * magnitude : QUANTITY_TOLERANCE
}

/**
 * Rounding of a sum of values that cancel, as a share of their gross sum (and of the share of a lot that is left). One
 * float64 operation rounds by 1.1e-16; this allows for a thousand of them.
 */
export const VALUE_TOLERANCE = 1e-13

/** Difference of two unit costs that count as equal, as a share of the cost: three for 166.86 and one for 55.62. */
export const UNIT_COST_TOLERANCE = 1e-12

/** What a day may leave of its capital and still count as a total loss, as a share of the capital. */
export const TOTAL_LOSS_TOLERANCE = 1e-12

/** A standard deviation that is rounding, as a share of the largest value: equal returns do not vary. */
export const DEVIATION_TOLERANCE = 1e-14

/**
 * Difference between two ways of computing one figure that is rounding, as a share of the figure, or of the money that
 * went through its parts.
 */
export const RESIDUAL_TOLERANCE = 1e-9

/** Difference between a printed calculation and its figure that is rounding, as a share of the largest term. */
export const PRINT_TOLERANCE = 1e-11

/** The part of it that float64 cannot avoid: some fifty roundings of the largest term. */
export const PRINT_NOISE = 1e-14
