import type { IncomeKind } from './use-income.ts'

/** The kinds in the order of stacked bars, from the bottom, with their colours. */
export const kindColours = {
  rent: 'var(--c9)',
  interest: 'var(--c3)',
  coupon: 'var(--c2)',
  dividend: 'var(--c1)',
  other: 'var(--c10)',
} as const satisfies Record<IncomeKind, string>

// Object.keys loses the literal types, which the object above fixes.
export const stackedKinds = Object.keys(kindColours) as readonly IncomeKind[]
