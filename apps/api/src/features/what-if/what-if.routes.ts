import { contract, type WhatIf, type WhatIfRow } from '@plumbline/contract'
import { currencyDecimals, roundTo } from '@plumbline/engine'
import type { TargetsInput } from '../../figures/targets/target-rows.store.ts'
import { type PlanScenario, wholePortfolio } from '../../figures/what-if/plan-scenario.ts'
import type { PlannedTrade } from '../../figures/what-if/plan-trades.ts'
import { sendCsv, toCsv } from '../../platform/http/bodies/csv.ts'
import { wantsCsv } from '../../platform/http/bodies/media-types.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import { compareFigures } from './compare-figures.ts'
import { type WhatIfFigures, type WhatIfQuestions, whatIfFiguresQuery } from './what-if-figures.query.ts'

type ReadTargets = (userId: string, familyIds: readonly string[]) => Promise<TargetsInput[]>

/** Compares a portfolio with what it would be. It sees what its caller sees, and writes nothing. */
export function whatIfRoutes(
  serve: Serve,
  portfolio: PortfolioService,
  planScenario: PlanScenario,
  readFamilyTargets: ReadTargets,
): void {
  serve(
    contract.whatIf.compare,
    async ({ user, body: { scenario, dimension, ...filter }, request, reply }) => {
      const body = wholePortfolio(filter)
      const planned = await planScenario(user, body, scenario)
      const readInput = async (families: readonly string[]): Promise<WhatIfQuestions> => ({
        dimension,
        // A target is that of one family: several have none together.
        targets: families.length === 1 ? await readFamilyTargets(user.id, families) : [],
        holdings: scenario.trades,
        instruments: scenario.prices.flatMap(({ of, key }) => (of === 'instrument' ? [key] : [])),
      })
      const call = { user, body, readInput }
      const before = await portfolio.run(whatIfFiguresQuery, call)
      const { draft, assumed } = planned
      const after = await portfolio.run(whatIfFiguresQuery, { ...call, draft, assumed })
      const rows = compareFigures(before, after, user.language)
      if (wantsCsv(request)) {
        const { family, as_of, currency } = after.basis
        return sendCsv(reply, writeCsv(rows, after), [family?.name ?? 'All families', as_of, currency])
      }
      return {
        data: {
          trades: planned.trades.map(trade => wireTrade(trade, after)),
          instruments: planned.instruments.map(({ id, name }) => ({ id, name })),
          rows,
          warnings: [...listOverdrafts(before, after), ...listShorts(planned.trades, after)],
          basis: after.basis,
        },
      }
    },
  )
}

function wireTrade(trade: PlannedTrade, after: WhatIfFigures): WhatIf['trades'][number] {
  const { instrument, quantity, heldBefore, price, currency, amount, fees, rate } = trade
  const calculate = (money: number) =>
    rate === null ? null : roundTo(money * rate, currencyDecimals(after.basis.currency))
  return {
    account: { id: trade.account, name: after.accounts[trade.account] ?? '' },
    instrument: { id: instrument.id, name: instrument.name },
    instrument_type: instrument.instrument_type,
    symbol: instrument.symbol,
    quantity,
    held_before: heldBefore,
    held_after: roundTo(heldBefore + quantity, 8),
    price,
    currency,
    amount,
    calculated_amount: calculate(amount),
    calculated_fees: calculate(fees),
  }
}

/** Balances that the changes overdraw. */
function listOverdrafts(before: WhatIfFigures, after: WhatIfFigures): WhatIf['warnings'] {
  return after.cash.flatMap(({ account, currency, amount }) => {
    const was = before.cash.find(row => row.account === account && row.currency === currency)?.amount ?? 0
    if (amount >= 0 || amount >= was) return []
    const name = after.accounts[account] ?? ''
    const place = { account: { id: account, name }, instrument: null }
    return [{ warning: 'negative_cash' as const, ...place, currency, amount }]
  })
}

/** Positions that the trades leave short, or shorter than before. */
function listShorts(trades: readonly PlannedTrade[], after: WhatIfFigures): WhatIf['warnings'] {
  const first = new Map<string, PlannedTrade>()
  const last = new Map<string, PlannedTrade>()
  for (const trade of trades) {
    const key = `${trade.account}/${trade.instrument.id}`
    if (!first.has(key)) first.set(key, trade)
    last.set(key, trade)
  }
  return [...last].flatMap(([key, { account, instrument, currency, heldBefore, quantity }]) => {
    const amount = roundTo(heldBefore + quantity, 8)
    if (amount >= 0 || amount >= (first.get(key)?.heldBefore ?? 0)) return []
    return [
      {
        warning: 'short' as const,
        account: { id: account, name: after.accounts[account] ?? '' },
        instrument: { id: instrument.id, name: instrument.name },
        currency,
        amount,
      },
    ]
  })
}

function writeCsv(rows: readonly WhatIfRow[], { basis }: WhatIfFigures): string {
  return toCsv<WhatIfRow>(
    {
      section: row => row.section,
      name: row => row.name,
      unit: row => row.unit,
      currency: row => row.currency,
      before: row => row.before ?? row.date_before,
      after: row => row.after ?? row.date_after,
      change: row => row.change,
      reason_before: row => row.reason_before,
      reason_after: row => row.reason_after,
      state_before: row => row.state_before,
      state_after: row => row.state_after,
      calculated_currency: () => basis.currency,
      as_of: () => basis.as_of,
    },
    rows,
  )
}
