/**
 * A weight: the share of a value in the total that it is a part of, such as the net asset value.
 *
 *     weight = value / total
 *
 * Null without a value or a total, and for a total of 0 or below: of a negative total, assets would have a negative share
 * and debts a positive one. Unit: a fraction.
 */
export function weightIn(total: number | null, value: number | null): number | null {
  return value === null || total === null || !(total > 0) ? null : value / total
}
