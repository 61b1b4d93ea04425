import type { Details, ProblemCode } from '../problem.ts'
import type { Pair } from './quoted-pair.ts'

/** 1 `base` = `rate` `quote`, as the file states it. */
export interface RateRow extends Pair {
  readonly line: number
  readonly date: string
  readonly rate: string
}

/** A price, and what the row says about its security. */
export interface PriceRow {
  readonly line: number
  readonly date: string
  readonly price: string
  readonly isin: string | null
  readonly symbol: string | null
  readonly currency: string | null
  /** The price is stated with a percent sign, as those of bonds are. */
  readonly isPercent: boolean
}

export interface MarketProblem extends Details {
  readonly line: number
  readonly code: ProblemCode
}

export interface MarketReading {
  readonly kind: 'prices' | 'rates'
  readonly prices: readonly PriceRow[]
  readonly rates: readonly RateRow[]
  /** Lines without a value, such as days on which an exchange was closed. */
  readonly emptyLines: readonly number[]
  readonly problems: readonly MarketProblem[]
  /** Whether the rows do not say which security they are of. */
  readonly isOfOneSecurity: boolean
}
