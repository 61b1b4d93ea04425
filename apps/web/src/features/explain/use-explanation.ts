import { contract } from 'virtual:contract'
import type { ExplanationSplit, Filter, GroupKey, Subject } from '@plumbline/contract'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useFilter } from '../../filter/use-filter.ts'
import { call, callForFile, type Reply } from '../../lib/api/api.ts'
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

/** What is asked: the days, whose move, and by what it is divided. */
export interface Question {
  from: string
  to: string
  subject: Subject
  split: ExplanationSplit
}

const day = /^\d{4}-\d\d-\d\d$/

/** The question that the address asks; its days are those of the filter where it names none. */
export function useQuestion(modal: ModalOf<'explain'>): Question | null {
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
  return { from: first, to: last, subject: subjectOf(modal, groupBy), split }
}

function subjectOf({ position, key }: ModalOf<'explain'>, groupBy: GroupKey | undefined): Subject {
  if (position !== undefined) return { kind: 'position', id: position }
  if (groupBy !== undefined && key !== undefined) return { kind: 'group', group_by: groupBy, key }
  return { kind: 'portfolio' }
}

function bodyOf(filter: Filter, { from, to, subject, split }: Question) {
  return { ...filter, subject, start_date: from, end_date: to, split_by: split }
}

export function explanationQuery(filter: Filter, question: Question) {
  return queryOptions({
    queryKey: ['explain', filter, question],
    queryFn: async ({ signal }) =>
      (await call(contract.explain.move, { body: bodyOf(filter, question), signal })).data,
    placeholderData: keepPreviousData,
  })
}

export function exportExplanation(filter: Filter, question: Question) {
  return callForFile(contract.explain.move, { body: bodyOf(filter, question) }, { accept: 'text/csv' })
}
