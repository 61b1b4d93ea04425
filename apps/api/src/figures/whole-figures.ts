import { type queryEngine, readPerformance, type readScope } from '../queries/query-scope.ts'

/** The figures of a whole scope that a change of its ledger moves. Null where a price or rate is missing. */
export interface WholeFigures {
  currency: string
  nav: number | null
  netCashflow: number | null
  pnl: number | null
  realized: number | null
  unrealized: number | null
}

export function readWholeFigures(
  { currency }: ReturnType<typeof readScope>,
  whole: ReturnType<typeof queryEngine>,
): WholeFigures {
  const { balance, cashFlow, pnl } = readPerformance(whole)
  return {
    currency,
    nav: balance.total,
    netCashflow: cashFlow.net,
    pnl: pnl.abs.total,
    realized: pnl.abs.realized,
    unrealized: pnl.abs.unrealized,
  }
}
