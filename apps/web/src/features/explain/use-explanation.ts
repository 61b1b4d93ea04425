import { contract } from 'virtual:contract'
import type { ExplanationSplit, Filter, GroupKey, Subject } from '@plumbline/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useFilter } from '../../filter/use-filter.ts'
import { call, callForFile, type Reply } from '../../lib/api/api.ts'
import { keepPrevious } from '../../lib/api/keep-previous.ts'
import type { ModalOf } from '../../lib/browser/modals.ts'
import { useSettingsData } from '../../lib/session/user-settings.ts'
import { performanceQuery } from '../../portfolio/queries.ts'

export type Explanation = Reply<typeof contract.explain.move>['data']
export type ExplanationRow = Explanation['rows'][number]

export const partKeys = ['price', 'currency', 'income', 'fees', 'taxes', 'trading'] as const
export type PartKey = (typeof partKeys)[number]

export const splits: readonly ExplanationSplit[] = [
  'position',
  'instrument_type',
  'account',
  'currency',
  'week',
]

/** The days, the subject and the split of an explanation. */
export interface ExplainParams {
  from: string
  to: string
  subject: Subject
  split: ExplanationSplit
}

const day = /^\d{4}-\d\d-\d\d$/

/** Reads the query from the URL. Days default to those of the filter. */
export function useExplainParams(modal: ModalOf<'explain'>): ExplainParams | null {
  const { body } = useFilter()
  const { lists } = useSettingsData()
  const hasDays = day.test(modal.from ?? '') && day.test(modal.to ?? modal.from ?? '')
  const { data } = useQuery({
    ...performanceQuery(body, { series: 'cumulative', points: 2 }),
    enabled: !hasDays,
  })
  const from = hasDays ? modal.from : modal.last === 'day' ? data?.basis.end_date : data?.basis.start_date
  const to = hasDays ? (modal.to ?? modal.from) : data?.basis.end_date
  if (from == null || to == null) return null
  const [first, last] = from <= to ? [from, to] : [to, from]
  const split = splits.find(one => one === modal.split) ?? 'position'
  const groupBy = lists.group_by?.find(({ id }) => id === modal.by)?.id
  return { from: first, to: last, subject: findSubject(modal, groupBy), split }
}

function findSubject({ position, key }: ModalOf<'explain'>, groupBy: GroupKey | undefined): Subject {
  if (position !== undefined) return { kind: 'position', id: position }
  if (groupBy !== undefined && key !== undefined) return { kind: 'group', group_by: groupBy, key }
  return { kind: 'portfolio' }
}

function toRequestBody(filter: Filter, { from, to, subject, split }: ExplainParams) {
  return { ...filter, subject, start_date: from, end_date: to, split_by: split }
}

export function explanationQuery(filter: Filter, params: ExplainParams) {
  return queryOptions({
    queryKey: ['explain', filter, params],
    queryFn: async ({ signal }) =>
      (await call(contract.explain.move, { body: toRequestBody(filter, params), signal })).data,
    ...keepPrevious,
  })
}

export function exportExplanation(filter: Filter, params: ExplainParams) {
  return callForFile(contract.explain.move, { body: toRequestBody(filter, params) }, { accept: 'text/csv' })
}
