import { contract } from 'virtual:contract'
import type { Filter } from '@plumbline/contract'
import { queryOptions } from '@tanstack/react-query'
import { customPeriod, noFilters, wholePeriod } from '../filter/filter.ts'
import { call, type Reply } from '../lib/api/api.ts'
import type { ReceiptRequest } from './receipt-request.ts'

export type ReceiptReply = Reply<typeof contract.explain.receipt>['data']
export type Calculation = ReceiptReply['calculations'][number]
export type Line = Calculation['lines'][number]

/** A receipt is asked for a figure within a filter. */
export interface ReceiptQuestion {
  body: Filter
  request: Omit<ReceiptRequest, 'period' | 'shown'>
}

export function receiptQuery({ body, request }: ReceiptQuestion) {
  return queryOptions({
    queryKey: ['receipt', body, request],
    queryFn: async ({ signal }) =>
      (await call(contract.explain.receipt, { body: { ...body, ...request }, signal })).data,
  })
}

/** The question for a figure within a filter. */
export function questionWithin(
  filter: Filter,
  { period, shown: _, ...request }: ReceiptRequest,
): ReceiptQuestion {
  if (request.scenario !== undefined) {
    const settings = { ...filter.settings, period: wholePeriod }
    return { body: { ...filter, settings, filters: noFilters }, request }
  }
  if (period === undefined) return { body: filter, request }
  const settings = { ...filter.settings, period: customPeriod(period.start_date, period.end_date) }
  return { body: { ...filter, settings }, request }
}

/** The question for the receipt that a line refers to. Weights are shares in the currency of the filter. */
export function linkedQuestion(
  { body, request }: ReceiptQuestion,
  link: NonNullable<Line['receipt']>,
): ReceiptQuestion {
  const { subject, figure, view, scenario } = request
  const isOriginal = view === 'original' && figure !== 'weight'
  return {
    body: {
      ...body,
      settings: { ...body.settings, period: customPeriod(link.start_date, link.end_date) },
    },
    request: {
      subject: link.position_id === null ? subject : { kind: 'position', id: link.position_id },
      figure: link.figure,
      ...(isOriginal && { view }),
      ...(scenario && { scenario }),
    },
  }
}
