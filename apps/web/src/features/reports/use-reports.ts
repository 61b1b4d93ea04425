import { contract } from 'virtual:contract'
import type { CallBody, CallQuery, Report } from '@plumbline/contract'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api/api.ts'
import { showToast, showUndo } from '../../lib/browser/toasts.ts'
import { useText } from '../../lib/i18n/i18n.ts'

type Query = NonNullable<CallQuery<typeof contract.reports.list>>
type Fields = CallBody<typeof contract.reports.create>

export const reportOrders = ['name', 'family', 'report_type', 'calculated_currency', 'created_at'] as const
const reportsKey = ['reports']

export function reportsQuery(query: Query) {
  return queryOptions({
    queryKey: [...reportsKey, query],
    queryFn: ({ signal }) => call(contract.reports.list, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

export function useReportsChanged() {
  const queryClient = useQueryClient()
  return () => {
    // Rules can print reports on schedule, so their form lists reports.
    void queryClient.invalidateQueries({ queryKey: ['user-tasks', 'forms'] })
    return queryClient.invalidateQueries({ queryKey: reportsKey })
  }
}

/** Creates a report, or updates the given version. The family cannot be changed. */
export async function saveReport(
  id: string | undefined,
  { family, ...body }: Omit<Fields, 'family'> & { family: string },
  version: number | undefined,
): Promise<Report> {
  const saved =
    id === undefined
      ? await call(contract.reports.create, { body: { ...body, ...(family !== '' && { family }) } })
      : await call(contract.reports.change, { params: { id }, body: { ...body, version } })
  return saved.data
}

export function useDeleteReport() {
  const text = useText()
  const changed = useReportsChanged()
  const restore = useMutation({
    mutationFn: (id: string) => call(contract.reports.restore, { params: { id } }),
    onSuccess: ({ data }) => showToast(text('reports_restored', { name: data.name }), 'success'),
    onSettled: changed,
  })
  return useMutation({
    mutationFn: ({ id }: Report) => call(contract.reports.remove, { params: { id } }),
    onSuccess: (_, { id, name }) => showUndo(text('reports_deleted', { name }), () => restore.mutate(id)),
    onSettled: changed,
  })
}
