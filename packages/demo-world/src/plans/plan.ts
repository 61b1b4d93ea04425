/** What a family intends: rules by date that only ever look at the past. Dates are ISO. */

/** A place for an instrument in an account, as a share of what the account invests. */
export interface Target {
  readonly instrument: string
  readonly weight: number
  readonly from: string
  /** Sold on this day, all of it. */
  readonly to?: string
  /** Bought on `from` and then left alone. */
  readonly isHeld?: boolean
}

/** Money from outside. */
export interface Funding {
  readonly date: string
  readonly currency: string
  readonly amount: number
  readonly note: string
}

/** Every month the same amount, paid in and invested. */
export interface Saving {
  readonly instrument: string
  readonly amount: number
  readonly dayOfMonth: number
  readonly from: string
  readonly to?: string
}

/** Money that leaves at regular times, growing from year to year. */
export interface Allowance {
  readonly months: readonly number[]
  readonly dayOfMonth: number
  readonly amount: number
  readonly growth: number
  readonly from: string
  readonly note: string
}

/** Something that was decided once. */
export type SingleAct = { readonly date: string } & (
  | { readonly act: 'buy' | 'sell'; readonly instrument: string; readonly quantity: number }
  | { readonly act: 'short'; readonly instrument: string; readonly quantity: number }
  /** A share of what is short is bought back. */
  | { readonly act: 'cover'; readonly instrument: string; readonly share: number }
  /** All of it moves to another account of the family. */
  | { readonly act: 'move'; readonly instrument: string; readonly to: string }
  | { readonly act: 'moveMoney'; readonly to: string; readonly currency: string; readonly amount: number }
  /** Comes from outside with the dates and costs it had there. */
  | { readonly act: 'inherit'; readonly instrument: string; readonly lots: readonly InheritedLot[] }
)

export interface InheritedLot {
  readonly date: string
  readonly quantity: number
  readonly cost: number
}

export interface AccountPlan {
  readonly account: string
  readonly funding: readonly Funding[]
  readonly savings?: readonly Saving[]
  readonly allowances?: readonly Allowance[]
  readonly targets: readonly Target[]
  /** Which part of the account is invested from a date on; more than 1 is on margin. */
  readonly invested: readonly (readonly [date: string, share: number])[]
  /** When targets are looked at. */
  readonly reviews: { readonly months: readonly number[]; readonly dayOfMonth: number }
  readonly acts?: readonly SingleAct[]
}

/** Many targets in few lines: instrument, weight, from, to. */
export function targets(
  ...rows: readonly (readonly [instrument: string, weight: number, from: string, to?: string])[]
): Target[] {
  return rows.map(([instrument, weight, from, to]) =>
    to === undefined ? { instrument, weight, from } : { instrument, weight, from, to },
  )
}

/** The same for what is bought once and kept. */
export function kept(
  ...rows: readonly (readonly [instrument: string, weight: number, from: string])[]
): Target[] {
  return rows.map(([instrument, weight, from]) => ({ instrument, weight, from, isHeld: true }))
}
