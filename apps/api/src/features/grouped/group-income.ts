import { positionResults } from '@plumbline/engine'
import type { Portfolio } from '../../queries/query.ts'
import type { queryEngine } from '../../queries/query-scope.ts'

/** What positions brought and cost in the period, and what stands in them. */
export interface Income {
  exposure: number
  cost: number
  proceeds: number
  result: { fees: number; taxes: number; dividends: number; interest: number; other_income: number }
}

export function noIncome(): Income {
  return {
    exposure: 0,
    cost: 0,
    proceeds: 0,
    result: { fees: 0, taxes: 0, dividends: 0, interest: 0, other_income: 0 },
  }
}

/** By position. Cash has a balance instead of a cost. */
export function incomeByPosition(
  { snapshot }: Portfolio,
  whole: ReturnType<typeof queryEngine>,
): Map<number, Income> {
  const incomes = new Map<number, Income>()
  const isIn = (position: number) => whole.isIn[position] === 1
  for (const position of positionResults(snapshot, whole.views, isIn, whole.period))
    incomes.set(position.index, {
      exposure: position.exposure ?? 0,
      cost: position.list === 'cash' ? 0 : position.cost,
      proceeds: position.proceeds,
      result: {
        fees: position.fees,
        taxes: position.taxes,
        dividends: position.dividends,
        interest: position.interest,
        other_income: position.otherIncome,
      },
    })
  return incomes
}

/** Of some positions together. */
export function sumIncome(incomes: ReadonlyMap<number, Income>, places: Iterable<number>): Income {
  const sum = noIncome()
  for (const place of places) {
    const one = incomes.get(place)
    if (!one) continue
    sum.exposure += one.exposure
    sum.cost += one.cost
    sum.proceeds += one.proceeds
    sum.result.fees += one.result.fees
    sum.result.taxes += one.result.taxes
    sum.result.dividends += one.result.dividends
    sum.result.interest += one.result.interest
    sum.result.other_income += one.result.other_income
  }
  return sum
}
