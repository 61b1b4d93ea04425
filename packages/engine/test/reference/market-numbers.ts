import { Decimal } from 'decimal.js'

/** The reference implementation computes in 40 digits: far beyond what a comparison to 1e-9 can see. */
export const D = Decimal.clone({ precision: 40 })
export type Num = InstanceType<typeof D>
export const num = (value: number | string | Num): Num => new D(value)
export const ZERO = num(0)
