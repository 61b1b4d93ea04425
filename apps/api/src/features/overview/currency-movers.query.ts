import { contract } from '@plumbline/contract'
import { currencyMovers } from '@plumbline/engine'
import { answer } from '../../queries/query.ts'
import { basisOf, queryEngine, readScope, wireFlags } from '../../queries/query-scope.ts'

type Movers = typeof contract.overview.currencyMovers

/** What exchange rates did to the P/L, currency by currency. */
export const currencyMoversAnswer = answer<Movers>(
  contract.overview.currencyMovers,
  (portfolio, { body }) => {
    const scope = readScope(portfolio, body)
    const whole = queryEngine(portfolio, scope)
    const movers = currencyMovers(whole)
    return {
      data: {
        rows: movers.map(mover => ({
          // The database checks these words with the lists that the contract's types are made of.
          currency: mover.currency as 'CHF',
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
        basis: basisOf(portfolio, scope),
        flags: wireFlags(whole.performance.flags),
      },
    }
  },
)
