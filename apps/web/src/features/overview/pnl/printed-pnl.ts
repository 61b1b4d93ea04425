import { roundParts } from '../../../portfolio/round-parts.ts'

export interface PnlParts {
  open: number | null
  closed: number | null
  cash: number | null
}

/** The profit and loss and what makes it up, in cents that add up. */
export interface PrintedPnl extends PnlParts {
  total: number
}

/** More than rounding can explain. */
const toleranceShare = 1e-9

/** Null where the parts are not known or do not make up the total: a sum that does not hold is no proof. */
export function printedPnl(parts: PnlParts, total: number | null): PrintedPnl | null {
  const { open, closed, cash } = parts
  if (total === null || open === null || closed === null || cash === null) return null
  if (Math.abs(open + closed + cash - total) > 0.011 + Math.abs(total) * toleranceShare) return null
  const [openPart = null, closedPart = null, cashPart = null] = roundParts([open, closed, cash], total)
  return { open: openPart, closed: closedPart, cash: cashPart, total }
}
