import { contract } from '@plumbline/contract'
import { currencyMovers } from '@plumbline/engine'
import { defineEndpointQuery } from '../../queries/query.ts'
import { describeBasis, queryEngine, readScope, wireFlags } from '../../queries/query-scope.ts'

type Movers = typeof contract.overview.currencyMovers

/** The P/L caused by exchange rates, by currency. */
export const currencyMoversQuery = defineEndpointQuery<Movers>(
  contract.overview.currencyMovers,
  (portfolio, { body }) => {
    const scope = readScope(portfolio, body)
    const whole = queryEngine(portfolio, scope)
    const movers = currencyMovers(whole)
    return {
      data: {
        rows: movers.map(mover => ({
          currency: mover.currency,
          exposure: mover.exposure,
          rate_start: mover.rateStart,
          rate_end: mover.rateEnd,
          rate_change: mover.rateChange,
          pnl_fx: mover.fxPnl,
          flags: wireFlags(mover.rateEnd === null ? ['no_rate'] : []),
        })),
        total: {
          exposure: movers.reduce((sum, mover) => sum + mover.exposure, 0),
          pnl_fx: movers.reduce((sum, mover) => sum + mover.fxPnl, 0),
        },
        basis: describeBasis(portfolio, scope),
        flags: wireFlags(whole.performance.flags),
      },
    }
  },
)
