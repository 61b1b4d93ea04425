/**
 * Tolerances of comparisons between the engine and a second computation. Money is judged by what went through the
 * position, account or scope in question, never by the whole ledger.
 */

/**
 * Two ways of adding up the same money in float64, as a share of the gross amounts. One addition rounds by 1.1e-16;
 * ledgers of forty years take some hundred thousand of them, which may all err in one direction.
 */
export const SUM_TOLERANCE = 1e-9

/** Units of lots that splits and transfers have divided, in units: statements have eight decimals. */
export const LOT_UNITS_TOLERANCE = 1e-7

/** A cash balance of derived margin, in units of its currency: every day is rounded to eight decimals. */
export const DERIVED_MARGIN_TOLERANCE = 1e-6
