import { contract } from 'virtual:contract'
import type { CallQuery, FeeGroupKey, Filter, Transaction } from '@plumbline/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { customPeriod } from '../../filter/filter.ts'
import { call, callForFile, type Reply } from '../../lib/api/api.ts'

export type Fees = Reply<typeof contract.fees.list>['data']
export type FeeGroup = Fees['group_by'][number]
/** What it is grouped by goes with it: figures of the last grouping stay until those of the next are there. */
export type GroupedFees = Fees & { groupBy: FeeGroupKey }

const calm = { placeholderData: keepPreviousData }

export const feeGroupKeys = [
  'custodian',
  'instrument_type',
  'transaction_type',
  'account',
] as const satisfies readonly FeeGroupKey[]

export function feeGroupKeyOf(word: unknown): FeeGroupKey {
  return feeGroupKeys.find(key => key === word) ?? 'custodian'
}

/** The kinds of fees, by the types of transactions that they are posted as. */
export const feeKinds = ['fees_cash', 'fees', 'trailer_fees'] as const
export type FeeKind = (typeof feeKinds)[number]

export function feeKindOf(word: unknown): FeeKind | null {
  return feeKinds.find(kind => kind === word) ?? null
}

/** Fees of the period with every day: a thinned out series would lose days on which something was charged. */
export function feesQuery(body: Filter, groupBy: FeeGroupKey) {
  return queryOptions({
    queryKey: ['fees', body, groupBy],
    queryFn: async ({ signal }): Promise<GroupedFees> => ({
      ...(await call(contract.fees.list, { query: { group_by: groupBy }, body, signal })).data,
      groupBy,
    }),
    ...calm,
  })
}

export interface FeeGroupOf {
  by: FeeGroupKey
  key: string
}

/** Fees of one group by kind; without a group, those of everything. */
export function feesByKindQuery(body: Filter, group: FeeGroupOf | null) {
  return queryOptions({
    queryKey: ['fees', 'kinds', body, group],
    queryFn: async ({ signal }): Promise<Fees> => {
      if (group === null) {
        return (await call(contract.fees.list, { query: { group_by: 'transaction_type' }, body, signal }))
          .data
      }
      const query = { filter_key: group.by, filter_value: group.key, group_by: 'transaction_type' } as const
      return (await call(contract.fees.detail, { query, body, signal })).data
    },
    ...calm,
  })
}

/** The same filter, of one day. */
export function dayBody(body: Filter, date: string): Filter {
  return { ...body, settings: { ...body.settings, period: customPeriod(date, date) } }
}

export interface ChargesOf {
  group: FeeGroupOf | null
  kind: FeeKind | null
}

export const allCharges: ChargesOf = { group: null, kind: null }

/** The filter that leaves the charges of a group, as the list of transactions takes it. */
export function chargesBody(body: Filter, { group, kind }: ChargesOf): Filter {
  const ofGroup = group?.by === 'transaction_type' ? feeKindOf(group.key) : null
  const types = kind ?? ofGroup
  const list = group === null || group.by === 'transaction_type' ? null : (`filter_${group.by}` as const)
  return {
    ...body,
    settings: { ...body.settings, transaction_types: types === null ? [...feeKinds] : [types] },
    // The key of a group is one of the values that its list takes.
    filters: list === null ? body.filters : ({ ...body.filters, [list]: [group?.key] } as Filter['filters']),
  }
}

type ListQuery = NonNullable<CallQuery<typeof contract.transactions.list>>
export interface ChargesPage {
  limit: number
  offset?: number
  orderBy: string
}

export type Charges = Reply<typeof contract.transactions.list>
export type Charge = Transaction

export function chargesQuery(body: Filter, of: ChargesOf, { limit, offset = 0, orderBy }: ChargesPage) {
  return queryOptions({
    queryKey: ['transactions', 'charges', body, of, limit, offset, orderBy],
    queryFn: ({ signal }) =>
      call(contract.transactions.list, {
        // Headers offer the fields of a transaction, which are those that the call orders by.
        query: { limit, offset, order_by: orderBy as ListQuery['order_by'] },
        body: chargesBody(body, of),
        signal,
      }),
    ...calm,
  })
}

/** As many as the server gives at once. */
export const mostRows = 1000

export function exportFees(body: Filter, groupBy: FeeGroupKey) {
  return callForFile(contract.fees.list, { query: { group_by: groupBy }, body }, { accept: 'text/csv' })
}

export function exportCharges(body: Filter, of: ChargesOf) {
  return callForFile(
    contract.transactions.list,
    { query: { limit: mostRows, order_by: '-date' }, body: chargesBody(body, of) },
    { accept: 'text/csv' },
  )
}
