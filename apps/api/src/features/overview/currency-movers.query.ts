import { contract } from '@plumbline/contract'
import { type CurrencyMover, currencyMovers } from '@plumbline/engine'
import { defineEndpointQuery } from '../../queries/query.ts'
import {
  describeBasis,
  queryEngine,
  readPerformance,
  readScope,
  wireFlags,
} from '../../queries/query-scope.ts'

type Movers = typeof contract.overview.currencyMovers

/** The P/L caused by exchange rates, by currency. */
export const currencyMoversQuery = defineEndpointQuery<Movers>(
  contract.overview.currencyMovers,
  (portfolio, { body }) => {
    const scope = readScope(portfolio, body)
    const whole = queryEngine(portfolio, scope)
    const movers = currencyMovers(whole)
    const known = readPerformance(whole)
    return {
      data: {
        rows: movers.map(mover => ({
          currency: mover.currency,
          exposure: mover.rateEnd === null ? null : mover.exposure,
          rate_start: mover.rateStart,
          rate_end: mover.rateEnd,
          rate_change: mover.rateChange,
          pnl_fx: mover.rateEnd === null ? null : mover.fxPnl,
          flags: wireFlags(mover.rateEnd === null ? ['no_rate'] : []),
        })),
        total: {
          exposure: known.balance.total === null ? null : sumMovers(movers, mover => mover.exposure),
          pnl_fx: known.pnl.abs.total === null ? null : sumMovers(movers, mover => mover.fxPnl),
        },
        basis: describeBasis(portfolio, scope),
        flags: wireFlags(known.flags),
      },
    }
  },
)

function sumMovers(movers: readonly CurrencyMover[], read: (mover: CurrencyMover) => number): number {
  return movers.reduce((sum, mover) => sum + read(mover), 0)
}
