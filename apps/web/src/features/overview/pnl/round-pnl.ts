import { roundWithRest } from '../../../portfolio/round-parts.ts'

export interface PnlParts {
  open: number | null
  closed: number | null
  cash: number | null
}

/** Profit and loss and its parts, rounded so that they add up. */
export interface RoundedPnl extends PnlParts {
  total: number
}

/** Rounds the parts, the cash taking the rest. Null where one is unknown or they do not add up to the total. */
export function roundPnl(parts: PnlParts, total: number | null, decimals: number): RoundedPnl | null {
  const { open, closed, cash } = parts
  if (total === null || open === null || closed === null || cash === null) return null
  const [openPart = 0, closedPart = 0, cashPart = 0] = roundWithRest([open, closed, cash], total, decimals)
  const sum = (openPart ?? 0) + (closedPart ?? 0) + (cashPart ?? 0)
  if (Math.abs(sum - total) > 0.01 / 10 ** decimals + Math.abs(total) * 1e-12) return null
  return { open: openPart, closed: closedPart, cash: cashPart, total }
}
