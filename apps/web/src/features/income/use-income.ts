import { contract } from 'virtual:contract'
import type { Filter } from '@plumbline/contract'
import { queryOptions } from '@tanstack/react-query'
import { call, callForFile, type Reply } from '../../lib/api/api.ts'
import { keepPrevious } from '../../lib/api/keep-previous.ts'

export type Income = Reply<typeof contract.income.read>['data']
export type IncomeMonth = Income['months'][number]
export type IncomePosition = Income['positions'][number]
export type IncomePayment = Income['payments'][number]
export type IncomeKind = IncomePosition['kind']

export function incomeQuery(body: Filter) {
  return queryOptions({
    queryKey: ['income', body],
    queryFn: async ({ signal }) => (await call(contract.income.read, { body, signal })).data,
    ...keepPrevious,
  })
}

export function exportIncome(body: Filter, list: 'payments' | 'cash' = 'payments') {
  return callForFile(contract.income.read, { body, query: { list } }, { accept: 'text/csv' })
}
