import type { Asset } from '@plumbline/contract'
import {
  type QueryResult as EngineResult,
  fundFigures,
  type LoanPayment,
  loanFigures,
  propertyFigures,
  toIsoDate,
} from '@plumbline/engine'

export type TypeFigures = Pick<Asset, 'fund' | 'loan' | 'property'>

export const noTypeFigures: TypeFigures = { fund: null, loan: null, property: null }

/** The figures that only funds, loans or properties have, over the positions of one instrument in a result. */
export function wireTypeFigures(result: EngineResult, instrumentId: string): TypeFigures {
  const { snapshot, isIn, period } = result
  const place = snapshot.instruments.findIndex(({ id }) => id === instrumentId)
  const instrument = snapshot.instruments[place]
  const positions: number[] = []
  for (let position = 0; position < snapshot.positions.count; position += 1)
    if (
      isIn[position] === 1 &&
      snapshot.positions.instrument[position] === place &&
      (snapshot.positions.openDay[position] ?? 0) <= period.to
    )
      positions.push(position)
  if (!instrument || positions.length === 0) return noTypeFigures
  if (instrument.type === 'private_equity') return { ...noTypeFigures, fund: wireFund(result, instrumentId) }
  if (instrument.type === 'loan')
    return { ...noTypeFigures, loan: wireLoan(loanFigures(result, instrument, positions)) }
  if (instrument.type === 'real_estate')
    return { ...noTypeFigures, property: wireProperty(propertyFigures(result, positions)) }
  return noTypeFigures
}

function wireFund(result: EngineResult, instrumentId: string): Asset['fund'] {
  const fund = fundFigures(result).find(({ instrument }) => instrument === instrumentId)
  if (!fund) return null
  return {
    ...fund.original,
    irr: fund.irr,
    irr_reason: fund.irrReason,
    curve: fund.curve.map(({ day, netCash, value, gain }) => ({
      date: toIsoDate(day),
      net_cash: netCash,
      value,
      gain,
    })),
  }
}

const wirePayment = ({ day, interest, principal, outstanding }: LoanPayment) => ({
  date: toIsoDate(day),
  interest,
  principal,
  outstanding,
})

function wireLoan(loan: ReturnType<typeof loanFigures>): Asset['loan'] {
  return {
    outstanding: loan.outstanding,
    principal_paid: loan.principalPaid,
    interest_paid: loan.interestPaid,
    interest_to_come: loan.interestToCome,
    paid: loan.paid.map(payment => ({ ...wirePayment(payment), drawn: payment.drawn })),
    upcoming: loan.upcoming?.map(wirePayment) ?? null,
  }
}

function wireProperty(property: ReturnType<typeof propertyFigures>): Asset['property'] {
  const { years, income, costs, net, netYield, netYieldReason } = property
  return { years: [...years], income, costs, net, net_yield: netYield, net_yield_reason: netYieldReason }
}
