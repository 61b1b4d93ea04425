import { contract } from 'virtual:contract'
import type { CallQuery, FeeGroupKey, FeeType, Filter, Transaction } from '@plumbline/contract'
import { queryOptions } from '@tanstack/react-query'
import { customPeriod } from '../../filter/filter.ts'
import { call, callForFile, type Reply } from '../../lib/api/api.ts'
import { keepPrevious } from '../../lib/api/keep-previous.ts'
import { roundFees } from './round-fees.ts'

export type Fees = Reply<typeof contract.fees.list>['data']
export type FeeGroup = Fees['group_by'][number]
/** Carries its grouping, as the figures of the previous grouping stay while the next one loads. */
export type GroupedFees = Fees & { groupBy: FeeGroupKey }

export const feeGroupKeys = [
  'custodian',
  'instrument_type',
  'transaction_type',
  'account',
] as const satisfies readonly FeeGroupKey[]

export function parseFeeGroupKey(word: unknown): FeeGroupKey {
  return feeGroupKeys.find(key => key === word) ?? 'custodian'
}

/** The kinds of fees, named by the transaction type they are posted as. */
const feeKindOrder = { fees_cash: 1, fees: 2, trailer_fees: 3 } as const satisfies Record<FeeType, number>
export type FeeKind = FeeType
// Object.keys loses the literal types, which the object above fixes.
export const feeKinds = Object.keys(feeKindOrder) as readonly FeeKind[]

export function parseFeeKind(word: unknown): FeeKind | null {
  return feeKinds.find(kind => kind === word) ?? null
}

/** The fees of the period, with every day: a reduced series would lose days with charges. */
export function feesQuery(body: Filter, groupBy: FeeGroupKey) {
  return queryOptions({
    queryKey: ['fees', body, groupBy],
    queryFn: async ({ signal }): Promise<GroupedFees> => ({
      ...(await call(contract.fees.list, { query: { group_by: groupBy }, body, signal })).data,
      groupBy,
    }),
    select: roundFees<GroupedFees>,
    ...keepPrevious,
  })
}

export interface FeeGroupRef {
  by: FeeGroupKey
  key: string
}

/** The fees of one group, or of the whole portfolio, by kind. */
export function feesByKindQuery(body: Filter, group: FeeGroupRef | null) {
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
    select: roundFees<Fees>,
    ...keepPrevious,
  })
}

/** The same filter limited to one day. */
export function limitToDay(body: Filter, date: string): Filter {
  return { ...body, settings: { ...body.settings, period: customPeriod(date, date) } }
}

export interface ChargeSelection {
  group: FeeGroupRef | null
  kind: FeeKind | null
}

export const allCharges: ChargeSelection = { group: null, kind: null }

/** The filter for the charges of a group in the list of transactions. */
export function chargesBody(body: Filter, { group, kind }: ChargeSelection): Filter {
  const ofGroup = group?.by === 'transaction_type' ? parseFeeKind(group.key) : null
  const types = kind ?? ofGroup
  const list = group === null || group.by === 'transaction_type' ? null : (`filter_${group.by}` as const)
  return {
    ...body,
    settings: { ...body.settings, transaction_types: types === null ? [...feeKinds] : [types] },
    // The key of a group is a valid value of its filter list.
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

export function chargesQuery(
  body: Filter,
  selection: ChargeSelection,
  { limit, offset = 0, orderBy }: ChargesPage,
) {
  return queryOptions({
    queryKey: ['transactions', 'charges', body, selection, limit, offset, orderBy],
    queryFn: ({ signal }) =>
      call(contract.transactions.list, {
        // The sortable columns are fields that the call can order by.
        query: { limit, offset, order_by: orderBy as ListQuery['order_by'] },
        body: chargesBody(body, selection),
        signal,
      }),
    ...keepPrevious,
  })
}

/** The page limit of the server. */
export const maxRows = 1000

export function exportFees(body: Filter, groupBy: FeeGroupKey) {
  return callForFile(contract.fees.list, { query: { group_by: groupBy }, body }, { accept: 'text/csv' })
}

export function exportCharges(body: Filter, selection: ChargeSelection) {
  return callForFile(
    contract.transactions.list,
    { query: { limit: maxRows, order_by: '-date' }, body: chargesBody(body, selection) },
    { accept: 'text/csv' },
  )
}
