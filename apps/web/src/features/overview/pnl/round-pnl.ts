import { roundParts } from '../../../portfolio/round-parts.ts'

export interface PnlParts {
  open: number | null
  closed: number | null
  cash: number | null
}

/** Profit and loss and its parts, rounded so that they add up. */
export interface RoundedPnl extends PnlParts {
  total: number
}

/** Larger differences are not rounding. */
const toleranceShare = 1e-9

/** Rounds the parts. Null where one is unknown or they do not add up to the total. */
export function roundPnl(parts: PnlParts, total: number | null): RoundedPnl | null {
  const { open, closed, cash } = parts
  if (total === null || open === null || closed === null || cash === null) return null
  if (Math.abs(open + closed + cash - total) > 0.011 + Math.abs(total) * toleranceShare) return null
  const [openPart = null, closedPart = null, cashPart = null] = roundParts([open, closed, cash], total)
  return { open: openPart, closed: closedPart, cash: cashPart, total }
}
