import type { Performance } from '../../../portfolio/queries.ts'
import { replyDecimals, roundAmount, roundToTotal, roundWithRest } from '../../../portfolio/round-parts.ts'
import { buildEquation } from '../equation/equation.ts'

interface DayBalance {
  total: number | null
  allocated: number | null
  cash: number | null
}

/** The balance of every day, rounded as in the equation, which states the first and the last of them. */
export function roundBalances(performance: Performance): DayBalance[] {
  const decimals = replyDecimals(performance.basis)
  const opening = buildEquation(performance, true).find(({ key }) => key === 'opening')
  const openingPart = (key: string) => opening?.parts.find(part => part.key === key)?.value ?? null
  return performance.daily_balance.map(({ date, ...day }) => {
    if (opening !== undefined && date === performance.basis.opening_date)
      return { total: opening.value, allocated: openingPart('allocated'), cash: openingPart('cash') }
    const total = roundAmount(day.total, decimals)
    const [cash = null, allocated = null] = roundWithRest([day.cash, day.allocated], total, decimals)
    return { total, allocated, cash }
  })
}

/** The flows of every span, which add up to the deposits and withdrawals of the equation. */
export function roundFlows(performance: Performance): Performance['cash_flow']['flows'] {
  const { flows } = performance.cash_flow
  const decimals = replyDecimals(performance.basis)
  const parts = buildEquation(performance, true).find(({ key }) => key === 'flow')?.parts ?? []
  const column = (key: 'deposits' | 'withdrawals') =>
    roundToTotal(
      flows.map(flow => flow[key]),
      parts.find(part => part.key === key)?.value ?? null,
      decimals,
    )
  const [deposits, withdrawals] = [column('deposits'), column('withdrawals')]
  return flows.map((flow, index) => ({
    ...flow,
    deposits: deposits[index] ?? 0,
    withdrawals: withdrawals[index] ?? 0,
  }))
}
